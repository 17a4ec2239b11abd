// Names of the nodes of a Python syntax tree and of the places where their children stand. The
// names are the parser's own; its numbers differ between releases and are never used.
// Each line: kind, then `field of the parser's node : role here` for every child, in source order.

const CHILDREN = {
  Argument: "name:name valueExpr:value",
  Assert: "testExpr:test exceptionExpr:message",
  Assignment: "leftExpr:target rightExpr:value",
  AssignmentExpression: "name:target rightExpr:value",
  AugmentedAssignment: "leftExpr:target rightExpr:value",
  Await: "expr:value",
  BinaryOperation: "leftExpr:left rightExpr:right",
  Break: "",
  Call: "leftExpr:callee args:argument",
  Case: "pattern:pattern guardExpr:guard suite:body",
  Class: "decorators:decorator name:name typeParams:typeParameters arguments:base suite:body",
  Comprehension: "expr:element forIfNodes:clause",
  ComprehensionFor: "targetExpr:target iterableExpr:iterable",
  ComprehensionIf: "testExpr:test",
  Constant: "",
  Continue: "",
  Decorator: "expr:value",
  Del: "targets:target",
  Dictionary: "items:item",
  DictionaryExpandEntry: "expr:value",
  DictionaryKeyEntry: "keyExpr:key valueExpr:value",
  Ellipsis: "",
  Error: "decorators:decorator child:child",
  Except: "typeExpr:type name:target exceptSuite:body",
  For: "targetExpr:target iterableExpr:iterable forSuite:body elseSuite:else",
  FormatString: "fieldExprs:field formatExprs:format",
  Function:
    "decorators:decorator name:name typeParams:typeParameters params:parameter " +
    "returnAnnotation:returns suite:body",
  FunctionAnnotation: "",
  Global: "targets:target",
  If: "testExpr:test ifSuite:body elseSuite:else",
  Import: "list:item",
  ImportAs: "module:module alias:alias",
  ImportFrom: "module:module imports:item",
  ImportFromAs: "name:name alias:alias",
  Index: "leftExpr:base items:index",
  Lambda: "params:parameter expr:value",
  List: "items:item",
  Match: "expr:subject cases:case",
  MemberAccess: "leftExpr:base member:member",
  Module: "statements:statement",
  ModuleName: "nameParts:part",
  Name: "",
  Nonlocal: "targets:target",
  Number: "",
  Parameter: "name:name annotation:annotation defaultValue:default",
  Pass: "",
  PatternAs: "orPatterns:pattern target:target",
  PatternCapture: "target:target",
  PatternClass: "className:class args:argument",
  PatternClassArgument: "name:name pattern:pattern",
  PatternLiteral: "expr:value",
  PatternMapping: "entries:entry",
  PatternMappingExpandEntry: "target:target",
  PatternMappingKeyEntry: "keyPattern:key valuePattern:value",
  PatternSequence: "entries:entry",
  PatternValue: "expr:value",
  Raise: "expr:value fromExpr:cause",
  Return: "expr:value",
  Set: "items:item",
  Slice: "startValue:lower endValue:upper stepValue:step",
  StatementList: "statements:statement",
  String: "",
  StringList: "strings:string",
  Suite: "statements:statement",
  Ternary: "ifExpr:body testExpr:test elseExpr:else",
  Try: "trySuite:body exceptClauses:handler elseSuite:else finallySuite:finally",
  Tuple: "items:item",
  TypeAlias: "name:name typeParams:typeParameters expr:value",
  TypeAnnotation: "valueExpr:target annotation:annotation",
  TypeParameter: "name:name boundExpr:bound defaultExpr:default",
  TypeParameterList: "params:parameter",
  UnaryOperation: "expr:operand",
  Unpack: "expr:value",
  While: "testExpr:test whileSuite:body elseSuite:else",
  With: "withItems:item suite:body",
  WithItem: "expr:value target:target",
  Yield: "expr:value",
  YieldFrom: "expr:value",
} as const;

export type NodeKind = keyof typeof CHILDREN;

export interface ChildField {
  readonly field: string;
  readonly role: string;
}

/** The children of each kind, in source order. */
export const CHILD_FIELDS: ReadonlyMap<string, { kind: NodeKind; fields: readonly ChildField[] }> =
  new Map(
    Object.entries(CHILDREN).map(([kind, line]) => [
      kind,
      { kind: kind as NodeKind, fields: line === "" ? [] : line.split(" ").map(parseField) },
    ]),
  );

function parseField(pair: string): ChildField {
  const [field = "", role = ""] = pair.split(":");
  return { field, role };
}
