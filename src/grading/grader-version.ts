/**
 * Version of how patches are graded: put on the tree, their tests run and read. Raised by whatever
 * may give the same patch another verdict, since kept grades are looked up by it.
 */
export const GRADER_VERSION = 1;
