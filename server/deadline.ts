/** How long somebody may still wait, on the process's own clock, which nobody sets back. */
export type Deadline = { left(): number };

export function within(ms: number, outer?: Deadline): Deadline {
  const end = performance.now() + ms;
  return { left: () => Math.max(0, Math.min(end - performance.now(), outer?.left() ?? Number.POSITIVE_INFINITY)) };
}
