// Each fault at each call, with a death at each step.
import { faults as allFaults, type Fault, type SquareCall } from '#server/testing/fake-square.ts';
import type { Crash, Run } from './fault-harness.ts';

const crashes: (Crash | undefined)[] = [
  undefined,
  ...[1, 2, 3].flatMap((at) => [
    { at, when: 'before' as const },
    { at, when: 'after' as const },
  ]),
];

const at = (call: SquareCall, fault: Fault | undefined) => (fault ? { [call]: fault } : {});
const or = [undefined, ...allFaults];

export function allRuns(): Run[] {
  const runs: Run[] = [];
  for (const crash of crashes) {
    for (const create of or)
      for (const complete of or)
        runs.push({ faults: { ...at('create', create), ...at('complete', complete) }, ...dies(crash) });
    for (const create of allFaults)
      for (const cancel of allFaults)
        runs.push({ faults: { ...at('create', create), ...at('cancel by key', cancel) }, ...dies(crash) });
    for (const complete of allFaults)
      for (const get of allFaults)
        runs.push({ faults: { ...at('complete', complete), ...at('get', get) }, ...dies(crash) });
    for (const complete of or) runs.push({ faults: at('complete', complete), givenUp: true, ...dies(crash) });
    for (const create of or)
      runs.push({ faults: at('create', create), token: 'cnon:card-nonce-declined', ...dies(crash) });
  }
  // A second death, while the first one is being looked after.
  for (const crash of crashes.slice(1))
    for (const crashAgain of crashes.slice(1))
      for (const create of or)
        runs.push({ faults: at('create', create), ...dies(crash), ...(crashAgain && { crashAgain }) });
  return runs;
}

const dies = (crash: Crash | undefined) => (crash ? { crash } : {});
