// An agent's name and version, as our trajectories hold them in one line.

export function splitAgent(agent: string): { name: string; version: string | null } {
  const match = /^(.*\S) v?(\d\S*)$/.exec(agent);
  return match === null
    ? { name: agent, version: null }
    : { name: match[1] ?? agent, version: match[2] ?? null };
}
