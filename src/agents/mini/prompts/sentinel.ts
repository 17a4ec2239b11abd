/** The first line of a command's output that ends the attempt, as the published scaffold has it. */
export const SENTINEL = "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT";
