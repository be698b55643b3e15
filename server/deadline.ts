/** How long somebody may still wait, on the process's own clock, which nobody sets back. */
export type Deadline = { remainingMs(): number };

export function deadlineIn(ms: number, outer?: Deadline): Deadline {
  const end = performance.now() + ms;
  return {
    remainingMs: () => Math.max(0, Math.min(end - performance.now(), outer?.remainingMs() ?? Number.POSITIVE_INFINITY)),
  };
}
