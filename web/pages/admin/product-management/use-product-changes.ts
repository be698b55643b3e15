// What staff change, sent to the server and taken up by the list that is shown.

import type { Product } from '#contracts/catalog.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { toApiError } from '#web/query/api-error.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { ProductError, ProductForm } from './product-form-state.ts';
import { lotsOf } from './use-lot-changes.ts';

type Outcome = { is: 'saved'; product: Product } | { is: 'refused'; refusal: ProductError };
type Change = (products: Product[]) => Product[];

export function useProductChanges() {
  const answers = useQueryCache();
  return { save, remove };

  async function save({ base, values, image }: ProductForm): Promise<Outcome> {
    try {
      const { data } = base
        ? await mutate('PUT /api/products/admin/:id', {
            params: { id: base.id },
            form: { ...values, stock_seen: base.stock, version: base.version },
            image,
          })
        : await mutate('POST /api/products/admin', { form: values, image });
      show(data.id, base ? replacing(data) : (products) => [...products, data]);
      return { is: 'saved', product: data };
    } catch (error) {
      const refusal = productRefusal(error);
      if (refusal.current) show(refusal.current.id, replacing(refusal.current));
      if (base && refusal.status === 404) show(base.id, without(base.id));
      return { is: 'refused', refusal };
    }
  }

  /** Answers with the text of a refusal. */
  async function remove({ id }: Product): Promise<string | undefined> {
    try {
      await mutate('DELETE /api/products/admin/:id', { params: { id } });
      show(id, without(id));
      return undefined;
    } catch (error) {
      const { message, status } = toApiError(error);
      if (status === 404) show(id, without(id));
      return message;
    }
  }

  /** The lots of the product stay: they are not changed with it, and those of one that is gone cannot be had again. */
  function show(id: number, change: Change) {
    const { url } = query('GET /api/products/admin', {});
    answers.update(url, (reply: ResponseOf<'GET /api/products/admin'>) => ({ data: change(reply.data) }));
    const taken = answers.read(url).is === 'ready';
    answers.invalidate('/api/', lotsOf(id).url, taken ? url : undefined);
  }
}

const replacing =
  (changed: Product): Change =>
  (products) =>
    products.map((product) => (product.id === changed.id ? changed : product));

const without =
  (id: number): Change =>
  (products) =>
    products.filter((product) => product.id !== id);

function productRefusal(error: unknown): ProductError {
  const { current, ...refusal } = toApiError(error);
  return { ...refusal, current: isProduct(current) ? current : undefined };
}

const isProduct = (thing: unknown): thing is Product =>
  typeof thing === 'object' && thing !== null && 'version' in thing && 'stock' in thing;
