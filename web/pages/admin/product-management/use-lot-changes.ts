// Saves lot changes and updates the cached list.
import type { ResponseOf, SentBodyOf } from '#contracts/endpoints.ts';
import type { ManagedLot } from '#contracts/lots.ts';
import { toApiError } from '#web/query/api-error.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { LotError, LotForm } from './lot-form-state.ts';

export type PoundsEntry = Omit<SentBodyOf<'POST /api/stock-moves'>, 'product_id'>;
type Outcome = { is: 'saved'; lot: ManagedLot } | { is: 'failed'; error: LotError };

export const lotsOf = (productId: number) => query('GET /api/products/admin/:id/lots', { params: { id: productId } });

export function useLotChanges(productId: number) {
  const queryCache = useQueryCache();
  return { save, remove, setCurrent, changePounds };

  async function save({
    base,
    values: { stock, ...values },
    certificate,
    withoutCertificate,
  }: LotForm): Promise<Outcome> {
    try {
      const { data } = base
        ? await mutate('PUT /api/lots/admin/:id', {
            params: { id: base.id },
            form: { ...values, version: base.version, without_certificate: withoutCertificate ? 'yes' : undefined },
            certificate,
          })
        : await mutate('POST /api/products/admin/:id/lots', {
            params: { id: productId },
            form: { ...values, stock: stock || undefined },
            certificate,
          });
      if (stock) queryCache.refetch('/api/products/admin');
      updateList((lots) => (base ? replaceLot(lots, data) : [data, ...lots]));
      return { is: 'saved', lot: data };
    } catch (error) {
      const lotError = toLotError(error);
      applyError(lotError, base?.id);
      return { is: 'failed', error: lotError };
    }
  }

  /** Resolves to an error message, or undefined on success. */
  async function remove({ id }: ManagedLot): Promise<string | undefined> {
    try {
      await mutate('DELETE /api/lots/admin/:id', { params: { id } });
      updateList((lots) => lots.filter((lot) => lot.id !== id));
      return undefined;
    } catch (error) {
      return handleError(error, id);
    }
  }

  async function setCurrent(lot: ManagedLot | null): Promise<string | undefined> {
    try {
      const body = { lot_id: lot?.id ?? null };
      const response = await mutate('PUT /api/products/admin/:id/current-lot', { params: { id: productId }, body });
      queryCache.update(lotsOf(productId).url, () => response);
      return undefined;
    } catch (error) {
      return handleError(error, lot?.id);
    }
  }

  /** A harvest, a loss, a sample or a correction of a lot, or pounds that move to another one. Throws what the server says. */
  async function changePounds(entry: PoundsEntry): Promise<void> {
    await mutate('POST /api/stock-moves', { body: { ...entry, product_id: productId } });
    queryCache.refetch(lotsOf(productId).url);
    queryCache.refetch('/api/products/admin');
  }

  function handleError(error: unknown, id: number | undefined): string {
    const lotError = toLotError(error);
    applyError(lotError, id);
    return lotError.message;
  }

  /** The error may include the current lot, or mean that it is gone. */
  function applyError({ current, status }: LotError, id: number | undefined) {
    if (current) updateList((lots) => replaceLot(lots, current));
    if (status === 404) updateList((lots) => lots.filter((lot) => lot.id !== id));
  }

  function updateList(change: (lots: ManagedLot[]) => ManagedLot[]) {
    queryCache.update(lotsOf(productId).url, (response: ResponseOf<'GET /api/products/admin/:id/lots'>) => ({
      ...response,
      data: change(response.data),
    }));
  }
}

const replaceLot = (lots: ManagedLot[], changed: ManagedLot) =>
  lots.map((lot) => (lot.id === changed.id ? changed : lot));

function toLotError(error: unknown): LotError {
  const { current, ...rest } = toApiError(error);
  return { ...rest, current: isLot(current) ? current : undefined };
}

const isLot = (value: unknown): value is ManagedLot =>
  typeof value === 'object' && value !== null && 'harvest_year' in value && 'version' in value;
