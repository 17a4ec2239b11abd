// Names that mean something without being bound: reserved words and builtins.

/** Words that can never be identifiers. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except " +
    "finally for from global if import in is lambda nonlocal not or pass raise return try while " +
    "with yield"
  ).split(" "),
);

/** Words that are reserved only in some places. */
export const SOFT_WORDS: ReadonlySet<string> = new Set(["_", "case", "match", "type"]);

/** Public names of `builtins` in Python 3.8 to 3.14, and those that were there in Python 2. */
export const BUILTINS: ReadonlySet<string> = new Set(
  (
    "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup " +
    "BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError " +
    "ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError " +
    "DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception " +
    "ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning " +
    "GeneratorExit IOError ImportError ImportWarning IndentationError IndexError " +
    "InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError " +
    "ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError " +
    "OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError " +
    "PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError " +
    "RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError " +
    "SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError " +
    "UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning " +
    "ValueError Warning WindowsError ZeroDivisionError abs aiter all anext any ascii bin bool " +
    "breakpoint bytearray bytes callable chr classmethod compile complex copyright credits " +
    "delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr " +
    "globals hasattr hash help hex id input int isinstance issubclass iter len license list " +
    "locals map max memoryview min next object oct open ord pow print property quit range repr " +
    "reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip " +
    "apply basestring buffer cmp coerce execfile file intern long raw_input reduce reload " +
    "unichr unicode xrange"
  ).split(" "),
);

/** Whether a name may be given to a variable without taking it from anything. */
export function isFreeWord(name: string): boolean {
  return !RESERVED_WORDS.has(name) && !SOFT_WORDS.has(name) && !BUILTINS.has(name);
}
