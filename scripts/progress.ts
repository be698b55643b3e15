/** One line per step. On a terminal the line counts up; elsewhere it is printed once. */
export function startProgress(step: string, total: number): { advance(): void } {
  const { stdout } = process;
  let done = 0;
  if (!stdout.isTTY) console.log(step);
  return {
    advance() {
      done += 1;
      if (stdout.isTTY) stdout.write(`\r${step} ${done}/${total}${done === total ? '\n' : ''}`);
    },
  };
}
