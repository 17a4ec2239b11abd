export const SYSTEM_PROMPT =
  "You work on a software repository through a bash shell. You give commands and are shown what they print.";
