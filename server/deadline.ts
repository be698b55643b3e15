/** Time left to wait, measured on the monotonic clock. */
export type Deadline = { remainingMs(): number };

export function deadlineIn(ms: number, outer?: Deadline): Deadline {
  const end = performance.now() + ms;
  return {
    remainingMs: () => Math.max(0, Math.min(end - performance.now(), outer?.remainingMs() ?? Number.POSITIVE_INFINITY)),
  };
}
