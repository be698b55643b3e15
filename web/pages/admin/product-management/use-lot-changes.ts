// What staff change of the lots of a product, sent to the server and taken up by the list that is shown.
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { ManagedLot } from '#contracts/lots.ts';
import { toApiError } from '#web/query/api-error.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { LotError, LotForm } from './lot-form-state.ts';

type Outcome = { is: 'saved'; lot: ManagedLot } | { is: 'refused'; refusal: LotError };

export const lotsOf = (productId: number) => query('GET /api/products/admin/:id/lots', { params: { id: productId } });

export function useLotChanges(productId: number) {
  const answers = useQueryCache();
  return { save, remove, setCurrent };

  async function save({ base, values, certificate, withoutCertificate }: LotForm): Promise<Outcome> {
    try {
      const { data } = base
        ? await mutate('PUT /api/lots/admin/:id', {
            params: { id: base.id },
            form: { ...values, version: base.version, without_certificate: withoutCertificate ? 'yes' : undefined },
            certificate,
          })
        : await mutate('POST /api/products/admin/:id/lots', { params: { id: productId }, form: values, certificate });
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
      await mutate('DELETE /api/lots/admin/:id', { params: { id } });
      show((lots) => lots.filter((lot) => lot.id !== id));
      return undefined;
    } catch (error) {
      return told(error, id);
    }
  }

  async function setCurrent(lot: ManagedLot | null): Promise<string | undefined> {
    try {
      const body = { lot_id: lot?.id ?? null };
      const { data } = await mutate('PUT /api/products/admin/:id/current-lot', { params: { id: productId }, body });
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
  function takeUp({ current, status }: LotError, id: number | undefined) {
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

function lotRefusal(error: unknown): LotError {
  const { current, ...refusal } = toApiError(error);
  return { ...refusal, current: isLot(current) ? current : undefined };
}

const isLot = (thing: unknown): thing is ManagedLot =>
  typeof thing === 'object' && thing !== null && 'harvest_year' in thing && 'version' in thing;
