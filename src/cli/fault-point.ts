// Ends the process without warning at a named point of a run's life, as a power cut would. Tests of
// resuming set PLUMBLINE_FAULT to `<point>` or `<point>:<n>` for the n-th time it is passed.

/** What to call at each point; does nothing where no fault is asked for. */
export function faultPoint(): (point: string) => void {
  const [wanted, nth = "1"] = (process.env["PLUMBLINE_FAULT"] ?? "").split(":");
  let passed = 0;
  return (point) => {
    if (point === wanted && ++passed === Number(nth)) process.kill(process.pid, "SIGKILL");
  };
}
