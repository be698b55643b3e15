// Instances behind load balancers, while people read and buy. Restarted in turn, no request may fail. When one is killed, only what
// it was working on may.
import { setTimeout as sleep } from 'node:timers/promises';
import { buyOnce } from './actors.ts';
import type { BalancedShops } from './balanced-shops.ts';
import type { SoakState } from './state.ts';

/** Payments through each balancer that wait for the card provider when the instance is killed. */
const PAYMENTS_AT_KILL = 4;
/** In a row, through a balancer that asks each instance in turn: then the dead one is no longer asked. */
const ANSWERS = 20;

export async function restartInTurn({ shops, balancers, restart, startCrowd, settle }: BalancedShops, rounds: number) {
  const findings: string[] = [];
  const crowds = balancers.map((balancer) => startCrowd(balancer, { readers: 4, buyers: 4, workers: 1 }));
  for (let round = 0; round < rounds; round += 1)
    for (const index of shops.keys()) {
      const code = await restart(index);
      if (code !== 0) findings.push(`an instance exited with ${code}`);
    }
  await Promise.all(crowds.map((crowd) => crowd.leave()));
  const totals = sum(crowds.map(({ state }) => state));
  findings.push(...totals.findings, ...(await settle(totals.responses)));
  return { ...totals, findings };
}

/** What `buyers` were paying for is settled later: after 45 seconds or more. */
export async function killOne(balanced: BalancedShops, { index, buyers }: { index: number; buyers: number }) {
  const { square, shops, balancers, start, startCrowd, waitUntilUsed } = balanced;
  const payers = balancers.map((balancer) => startCrowd(balancer, {}));
  for (const { state } of payers) for (const each of shops.keys()) await waitUntilUsed(state, each);
  const provider = Promise.withResolvers<void>();
  const callsBefore = square.calls.length;
  square.duringCall = (call) => (call === 'create' ? provider.promise : Promise.resolve());
  const payments = payers.flatMap(({ state }) => Array.from({ length: PAYMENTS_AT_KILL }, () => buyOnce(state)));
  while (square.calls.slice(callsBefore).filter((call) => call === 'create').length < payments.length) await sleep(20);
  const crowds = balancers.map((balancer) => startCrowd(balancer, { readers: 4, buyers, workers: 1 }));
  const everyone = [...payers, ...crowds];
  await sleep(500);

  for (const crowd of everyone) crowd.beginKill();
  await shops[index]?.kill();
  await Promise.all(crowds.map(({ state }) => waitUntilNoticed(state)));
  for (const crowd of everyone) crowd.endKill();
  square.duringCall = async () => {};
  provider.resolve();
  await Promise.all(payments);
  const findings = payers.flatMap(({ state: { cutOff } }) =>
    cutOff === PAYMENTS_AT_KILL / 2 ? [] : [`${cutOff} of ${PAYMENTS_AT_KILL} payments failed, on two instances`],
  );
  await start(index);
  for (const { state } of payers) {
    await waitUntilUsed(state, index);
    await buyOnce(state);
  }
  await Promise.all(everyone.map((crowd) => crowd.leave()));
  const totals = sum(everyone.map(({ state }) => state));
  return { ...totals, findings: [...totals.findings, ...findings] };
}

/** Until the balancer has met the dead instance: in Caddy, a request with a body that is the first to do so fails. */
async function waitUntilNoticed({ send }: SoakState): Promise<void> {
  for (let answered = 0; answered < ANSWERS; )
    answered = (await send('/api/nowhere', [404], { method: 'POST', body: 'x' })) ? answered + 1 : 0;
}

export async function killInTurn(balanced: BalancedShops, kills: number) {
  const runs: Totals[] = [];
  for (let kill = 0; kill < kills; kill += 1) runs.push(await killOne(balanced, { index: kill % 2, buyers: 4 }));
  const total = sum(runs);
  return { ...total, findings: [...total.findings, ...(await balanced.settle(total.responses))] };
}

type Totals = Pick<SoakState, 'answered' | 'cutOff' | 'responses' | 'findings'>;

function sum(states: Totals[]): Totals {
  return {
    answered: states.reduce((sum, { answered }) => sum + answered, 0),
    cutOff: states.reduce((sum, { cutOff }) => sum + cutOff, 0),
    responses: states.flatMap(({ responses }) => responses),
    findings: states.flatMap(({ findings }) => findings),
  };
}
