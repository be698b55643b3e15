// What staff change, sent to the server and taken up by the list that is shown.

import type { Product } from '#contracts/catalog.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { refusalOf } from '#web/query/api-error.ts';
import { send } from '#web/query/mutate.ts';
import { get } from '#web/query/query.ts';
import { useAnswers } from '#web/query/query-cache.ts';
import type { ProductForm, Refusal } from './product-form-state.ts';
import { lotsOf } from './use-lot-changes.ts';

type Outcome = { is: 'saved'; product: Product } | { is: 'refused'; refusal: Refusal };
type Change = (products: Product[]) => Product[];

export function useProductChanges() {
  const answers = useAnswers();
  return { save, remove };

  async function save({ base, values, image }: ProductForm): Promise<Outcome> {
    try {
      const { data } = base
        ? await send('PUT /api/products/admin/:id', {
            params: { id: base.id },
            form: { ...values, stock_seen: base.stock, version: base.version },
            image,
          })
        : await send('POST /api/products/admin', { form: values, image });
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
      await send('DELETE /api/products/admin/:id', { params: { id } });
      show(id, without(id));
      return undefined;
    } catch (error) {
      const { message, status } = refusalOf(error);
      if (status === 404) show(id, without(id));
      return message;
    }
  }

  /** The lots of the product stay: they are not changed with it, and those of one that is gone cannot be had again. */
  function show(id: number, change: Change) {
    const { url } = get('GET /api/products/admin', {});
    answers.update(url, (reply: ResponseOf<'GET /api/products/admin'>) => ({ data: change(reply.data) }));
    const taken = answers.read(url).is === 'ready';
    answers.forget('/api/', lotsOf(id).url, taken ? url : undefined);
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

function productRefusal(error: unknown): Refusal {
  const { current, ...refusal } = refusalOf(error);
  return { ...refusal, current: isProduct(current) ? current : undefined };
}

const isProduct = (thing: unknown): thing is Product =>
  typeof thing === 'object' && thing !== null && 'version' in thing && 'stock' in thing;
