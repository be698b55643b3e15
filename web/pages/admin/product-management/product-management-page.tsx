import { useEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Product } from '#contracts/catalog.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { useUnsavedChanges } from '#web/router/unsaved-changes.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import { findUnreadable, focusFirst } from './form-dom.ts';
import { LotsSection } from './lots-section.tsx';
import { ProductFormSection } from './product-form.tsx';
import { addForm, isUnsaved, labels, type ProductError, productFormReducer } from './product-form-state.ts';
import { editButtonId, ProductTable } from './product-table.tsx';
import { useProductChanges } from './use-product-changes.ts';

type Props = { products: QueryState<ResponseOf<'GET /api/products/admin'>> };

export const headFor = (): Head => ({ title: 'Product Management' });

export function Page({ products }: Props) {
  const [form, dispatch] = useReducer(productFormReducer, addForm);
  const [confirming, setConfirming] = useState<Product>();
  const [deleting, setDeleting] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const list = useRef<HTMLHeadingElement>(null);
  const changes = useProductChanges();
  useUnsavedChanges(isUnsaved(form));
  const listed = products.is === 'ready' ? products.data.data.find(({ id }) => id === form.base?.id) : undefined;
  const stock = listed?.stock;
  useEffect(() => {
    if (stock !== undefined) dispatch({ type: 'stock moved', stock });
  }, [stock]);

  function edit(product: Product) {
    flushSync(() => dispatch({ type: 'edit', product }));
    element.current?.scrollIntoView();
    focusFirst(element.current, 'input');
  }

  function cancel() {
    const { base } = form;
    flushSync(() => dispatch({ type: 'cancel' }));
    if (base) document.getElementById(editButtonId(base.id))?.focus();
  }

  async function save() {
    const errors = findUnreadable(element.current, labels);
    if (errors) return showError({ message: '', errors });
    dispatch({ type: 'save' });
    const outcome = await changes.save(form);
    if (outcome.is === 'failed') return showError(outcome.error);
    flushSync(() => dispatch({ type: 'saved' }));
    toast({ text: `${outcome.product.name} saved.` });
    if (form.base) document.getElementById(editButtonId(form.base.id))?.focus();
  }

  function showError(error: ProductError) {
    flushSync(() => dispatch({ type: 'failed', error }));
    focusFirst(element.current, '[aria-invalid="true"], .edit-conflict button');
  }

  function loadCurrent() {
    flushSync(() => dispatch({ type: 'load current' }));
    focusFirst(element.current, '.restore-input, [type="submit"]');
  }

  async function remove(product: Product) {
    setDeleting(true);
    const error = await changes.remove(product);
    // Close the dialog before moving focus; while it is open, nothing behind it can be focused.
    flushSync(() => {
      setDeleting(false);
      setConfirming(undefined);
      if (!error) dispatch({ type: 'deleted', id: product.id });
    });
    if (error) toast({ text: error, variant: 'destructive' });
    else toast({ text: `${product.name} deleted.` });
    list.current?.focus();
  }

  return (
    <AdminPage title="Product Management">
      <ProductFormSection
        form={form}
        element={element}
        dispatch={dispatch}
        onSave={save}
        onCancel={cancel}
        onLoadCurrent={loadCurrent}
      />
      {form.base && <LotsSection key={form.base.id} product={form.base} />}
      <h2 ref={list} className="product-list-title" tabIndex={-1}>
        Product List
      </h2>
      <AsyncView state={products} loading="Loading products..." skeleton={<RowSkeletons />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="product-list-empty">No products found.</p>
          ) : (
            <ProductTable products={data} edited={form.base} onEdit={edit} onDelete={setConfirming} />
          )
        }
      </AsyncView>
      {confirming && (
        <ConfirmDialog
          text="Are you sure you want to delete this product?"
          confirmLabel="Delete"
          busy={deleting}
          onConfirm={() => void remove(confirming)}
          onCancel={() => setConfirming(undefined)}
        />
      )}
    </AdminPage>
  );
}

function RowSkeletons() {
  return ['1', '2', '3', '4', '5', '6', '7', '8'].map((row) => (
    <div key={row} className="product-list-skeleton">
      <div className="skeleton" />
      <div className="skeleton" />
    </div>
  ));
}
