// Names that someone outside of a repository may ask any object for: the interpreter and libraries
// that call what an object has, and dispatchers that put names together.

/** Asked for by builtins and the standard library, by pytest, or by libraries of arrays and tables. */
const ASKED_FOR = new Set(
  (
    "keys items values get mro fileno read readline readlines readinto read1 write writelines flush " +
    "close closed seek tell isatty detach name mode encoding errors find_spec find_module " +
    "load_module exec_module create_module get_data get_source get_code is_package filter emit " +
    "handle format default post put patch delete head options trace conjugate real imag sqrt exp " +
    "log sin cos tan arcsin floor ceil rint dtype shape ndim data to_numpy to_dict as_integer_ratio " +
    "is_integer tzname utcoffset dst load_tests runTest cancel_join_thread terminate acquire release " +
    "notify wait next send throw cr_await gi_frame compile register func args kwargs"
  ).split(" "),
);

/** Beginnings of names that runners of tests and dispatching base classes look for. */
const DISPATCHED =
  /^(?:test|Test|setup|setUp|teardown|tearDown|pytest_|describe_|it_|do_|cmd_|visit_|depart_|leave_|handle_|on_|help_|complete_|post_|pre_|validate_|clean_|resolve_|_repr_|_ipython_|_sympy)/;

/** Whether a library may ask an object for a name, or call it, if only it is there. */
export function isHookName(name: string): boolean {
  return ASKED_FOR.has(name) || DISPATCHED.test(name);
}
