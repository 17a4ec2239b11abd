/** Holds the reading of the issue against the code before anything is built on it. */
export const testFirst = `Before you edit any file of the project, show the fault by a test:
1. Write the smallest test or script that checks what the issue asks for, in a new file.
2. Run it on the code as it is. It must fail, and for the reason that the issue gives; if it passes
   or fails for another reason, you have read the issue wrongly: mend the test, not the code.
3. Only then make your first edit. You are not done until the same test passes.
Remove the file of your test before you finish.`;
