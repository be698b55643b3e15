// Saves product changes and updates the cached lists.
import type { Product } from '#contracts/catalog.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { fileOf, storedNameOf } from '#web/library/chosen-picture.ts';
import { toApiError } from '#web/query/api-error.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { ProductError, ProductForm } from './product-form-state.ts';
import { lotsOf } from './use-lot-changes.ts';

type Outcome = { is: 'saved'; product: Product } | { is: 'failed'; error: ProductError };
type Change = (products: Product[]) => Product[];

export function useProductChanges() {
  const queryCache = useQueryCache();
  return { save, remove };

  async function save({ base, values, image: chosen }: ProductForm): Promise<Outcome> {
    const image = fileOf(chosen);
    const fields = { ...values, stored_image: storedNameOf(chosen) };
    try {
      const { data } = base
        ? await mutate('PUT /api/products/admin/:id', {
            params: { id: base.id },
            form: { ...fields, stock_seen: base.stock, version: base.version },
            image,
          })
        : await mutate('POST /api/products/admin', { form: fields, image });
      updateList(data.id, base ? replaceProduct(data) : (products) => [...products, data]);
      return { is: 'saved', product: data };
    } catch (error) {
      const productError = toProductError(error);
      if (productError.current) updateList(productError.current.id, replaceProduct(productError.current));
      if (base && productError.status === 404) updateList(base.id, removeProduct(base.id));
      return { is: 'failed', error: productError };
    }
  }

  /** Resolves to an error message, or undefined on success. */
  async function remove({ id }: Product): Promise<string | undefined> {
    try {
      await mutate('DELETE /api/products/admin/:id', { params: { id } });
      updateList(id, removeProduct(id));
      return undefined;
    } catch (error) {
      const { message, status } = toApiError(error);
      if (status === 404) updateList(id, removeProduct(id));
      return message;
    }
  }

  /** Keeps the product's lots: they don't change with it, and those of a deleted product can't be fetched again. */
  function updateList(id: number, change: Change) {
    const { url } = query('GET /api/products/admin', {});
    queryCache.update(url, (response: ResponseOf<'GET /api/products/admin'>) => ({ data: change(response.data) }));
    const listCached = queryCache.read(url).is === 'ready';
    queryCache.invalidate('/api/', lotsOf(id).url, listCached ? url : undefined);
  }
}

const replaceProduct =
  (changed: Product): Change =>
  (products) =>
    products.map((product) => (product.id === changed.id ? changed : product));

const removeProduct =
  (id: number): Change =>
  (products) =>
    products.filter((product) => product.id !== id);

function toProductError(error: unknown): ProductError {
  const { current, ...rest } = toApiError(error);
  return { ...rest, current: isProduct(current) ? current : undefined };
}

const isProduct = (value: unknown): value is Product =>
  typeof value === 'object' && value !== null && 'version' in value && 'stock' in value;
