// Every fault at every provider call, with a crash at every step.
import { faults as allFaults, type Fault, refusals, type SquareCall } from '#server/testing/fake-square.ts';
import type { Crash, Run } from './fault-harness.ts';

const crashes: (Crash | undefined)[] = [
  undefined,
  ...[1, 2, 3].flatMap((at) => [
    { at, when: 'before' as const },
    { at, when: 'after' as const },
  ]),
];

const at = (call: SquareCall, fault: Fault | undefined) => (fault ? { [call]: fault } : {});
const faultOrNone = [undefined, ...allFaults];

export function allRuns(): Run[] {
  const runs: Run[] = [];
  for (const crash of crashes) {
    for (const create of faultOrNone)
      for (const complete of faultOrNone)
        runs.push({ faults: { ...at('create', create), ...at('complete', complete) }, ...withCrash(crash) });
    for (const create of allFaults)
      for (const cancel of allFaults)
        runs.push({ faults: { ...at('create', create), ...at('cancel by key', cancel) }, ...withCrash(crash) });
    for (const complete of allFaults)
      for (const get of allFaults)
        runs.push({ faults: { ...at('complete', complete), ...at('get', get) }, ...withCrash(crash) });
    for (const complete of faultOrNone)
      runs.push({ faults: at('complete', complete), abandoned: true, ...withCrash(crash) });
    for (const create of faultOrNone)
      runs.push({ faults: at('create', create), token: 'cnon:card-nonce-declined', ...withCrash(crash) });
  }
  for (const crash of crashes) runs.push(...refusedRuns(withCrash(crash)), ...overtakenRuns(withCrash(crash)));
  // A second crash during recovery from the first.
  for (const crash of crashes.slice(1))
    for (const crashAgain of crashes.slice(1))
      for (const create of faultOrNone)
        runs.push({ faults: at('create', create), ...withCrash(crash), ...(crashAgain && { crashAgain }) });
  // The payment of an invoice and of a deposit go through the same steps.
  return runs.flatMap((run): Run[] => [run, { ...run, pays: 'invoice' }, { ...run, pays: 'deposit' }]);
}

/** A reply is lost, and then the provider refuses. A refusal says nothing about what was lost. */
function refusedRuns(crash: Pick<Run, 'crash'>): Run[] {
  return refusals.flatMap((refusal): Run[] => {
    const lost = `recorded, then ${refusal}` as const;
    return [
      { faults: { create: lost }, ...crash },
      { faults: { create: lost, 'cancel by key': refusal }, ...crash },
      { faults: { create: '500 after recording', 'cancel by key': lost }, ...crash },
      { faults: { create: refusal, 'cancel by key': refusal }, ...crash },
      { faults: { cancel: lost }, abandoned: true, ...crash },
      { faults: { cancel: refusal }, abandoned: true, refusedLater: refusal, ...crash },
      { faults: { complete: lost }, ...crash },
      { faults: { complete: lost, get: refusal }, ...crash },
      { faults: { complete: refusal, get: refusal }, ...crash },
      { faults: { create: 'dropped after recording' }, refusedLater: refusal, ...crash },
      { faults: { create: lost, 'cancel by key': 'dropped before recording' }, refusedLater: refusal, ...crash },
      { faults: { create: 'late', 'cancel by key': refusal }, refusedLater: refusal, ...crash },
      { faults: { complete: 'dropped before recording' }, refusedLater: refusal, ...crash },
      { faults: { complete: lost, get: refusal }, refusedLater: refusal, ...crash },
    ];
  });
}

/** Another process decides first, or staff do. */
const overtakenRuns = (crash: Pick<Run, 'crash'>): Run[] =>
  faultOrNone.flatMap((complete): Run[] => [
    { faults: at('cancel', complete), canceled: true, ...crash },
    { faults: at('complete', complete), overtaken: 'captured', ...crash },
    { faults: at('complete', complete), overtaken: 'expired', ...crash },
    // Nobody but the reconciler learns that the payment was voided.
    { faults: { ...at('complete', complete), get: 'dropped before recording' }, overtaken: 'voided late', ...crash },
  ]);

const withCrash = (crash: Crash | undefined) => (crash ? { crash } : {});
