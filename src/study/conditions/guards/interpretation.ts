/** States the reading of the issue before anything is built on it. */
export const interpretation = `Before you edit any file, write down how you read this issue:
1. What happens now, and what should happen instead? Say which of its sentences tell you so.
2. Where in the code does the difference arise, and why there? Cite what you have read of it.
3. What will you change, and what must stay as it is? Is there another reading of the issue under
   which this change would be wrong, and what speaks against that reading?
Make your first edit only after you have written this down, and let the edit follow from it.`;
