// What staff change of the lots of a product, sent to the server and taken up by the list that is shown.
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { ManagedLot } from '#contracts/lots.ts';
import { refusalOf } from '#web/query/api-error.ts';
import { send } from '#web/query/mutate.ts';
import { get } from '#web/query/query.ts';
import { useAnswers } from '#web/query/query-cache.ts';
import type { LotForm, LotRefusal } from './lot-form-state.ts';

type Outcome = { is: 'saved'; lot: ManagedLot } | { is: 'refused'; refusal: LotRefusal };

export const lotsOf = (productId: number) => get('GET /api/products/admin/:id/lots', { params: { id: productId } });

export function useLotChanges(productId: number) {
  const answers = useAnswers();
  return { save, remove, setCurrent };

  async function save({ base, values, certificate, withoutCertificate }: LotForm): Promise<Outcome> {
    try {
      const { data } = base
        ? await send('PUT /api/lots/admin/:id', {
            params: { id: base.id },
            form: { ...values, version: base.version, without_certificate: withoutCertificate ? 'yes' : undefined },
            certificate,
          })
        : await send('POST /api/products/admin/:id/lots', { params: { id: productId }, form: values, certificate });
      show((lots) => (base ? replacing(lots, data) : [data, ...lots]));
      return { is: 'saved', lot: data };
    } catch (error) {
      const refusal = lotRefusal(error);
      takeUp(refusal, base?.id);
      return { is: 'refused', refusal };
    }
  }

  /** Answers with the text of a refusal. */
  async function remove({ id }: ManagedLot): Promise<string | undefined> {
    try {
      await send('DELETE /api/lots/admin/:id', { params: { id } });
      show((lots) => lots.filter((lot) => lot.id !== id));
      return undefined;
    } catch (error) {
      return told(error, id);
    }
  }

  async function setCurrent(lot: ManagedLot | null): Promise<string | undefined> {
    try {
      const body = { lot_id: lot?.id ?? null };
      const { data } = await send('PUT /api/products/admin/:id/current-lot', { params: { id: productId }, body });
      show(() => data);
      return undefined;
    } catch (error) {
      return told(error, lot?.id);
    }
  }

  function told(error: unknown, id: number | undefined): string {
    const refusal = lotRefusal(error);
    takeUp(refusal, id);
    return refusal.message;
  }

  /** A refusal may say more than no: the lot as it is now, or that it is gone. */
  function takeUp({ current, status }: LotRefusal, id: number | undefined) {
    if (current) show((lots) => replacing(lots, current));
    if (status === 404) show((lots) => lots.filter((lot) => lot.id !== id));
  }

  function show(change: (lots: ManagedLot[]) => ManagedLot[]) {
    answers.update(lotsOf(productId).url, (reply: ResponseOf<'GET /api/products/admin/:id/lots'>) => ({
      data: change(reply.data),
    }));
  }
}

const replacing = (lots: ManagedLot[], changed: ManagedLot) =>
  lots.map((lot) => (lot.id === changed.id ? changed : lot));

function lotRefusal(error: unknown): LotRefusal {
  const { current, ...refusal } = refusalOf(error);
  return { ...refusal, current: isLot(current) ? current : undefined };
}

const isLot = (thing: unknown): thing is ManagedLot =>
  typeof thing === 'object' && thing !== null && 'harvest_year' in thing && 'version' in thing;
