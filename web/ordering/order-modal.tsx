import './order-modal.css';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useReducer, useRef } from 'react';
import { createPortal } from 'react-dom';
import { EMAIL } from '#contracts/email.ts';
import { cents, formatCents, formatDollars, toCents } from '#contracts/money.ts';
import { type LocationOption, lineAmount } from '#contracts/ordering-rules.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { ProductPicture } from '#web/layout/product-picture.tsx';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useClientConfig } from '#web/session/client-config.ts';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.tsx';
import { CardForm } from './card-form.tsx';
import type { CardFormHandle } from './card-token.ts';
import { OrderFields } from './order-fields.tsx';
import {
  describeProducts,
  FILL_IN,
  findMissing,
  formLines,
  formTotal,
  type OrderSelection,
  openForm,
  orderFormReducer,
  PAID,
  SUCCESS_MS,
  totalPounds,
} from './order-form-state.ts';
import { type Outcome, pay } from './pay.ts';
import { randomKey } from './random-key.ts';
import { StatusLine } from './status-line.tsx';

type Props = { selection: OrderSelection; onClose(): void; onPaid?(): void };

export function OrderModal({ selection, onClose, onPaid }: Props) {
  const [state, dispatch] = useReducer(orderFormReducer, selection, openForm);
  // Prices and stock come from the page, even if they change while the form is open.
  const form = { ...state, selection };
  const queryCache = useQueryCache();
  const payable = useClientConfig().payments.provider !== 'off';
  const dialog = useRef<HTMLDialogElement>(null);
  const card = useRef<CardFormHandle>(null);
  const mounted = useRef(true);
  // One idempotency key per opened form, renewed after a definite failure, so duplicate requests charge once.
  const key = useRef(randomKey());
  const locationAtPress = useRef<LocationOption>(undefined);
  const title = useId();
  const lines = formLines(form);
  const pounds = totalPounds(form);
  const amount = formTotal(lines);
  const { status } = form;
  const locked = status.is === 'processing' || status.is === 'success' || status.is === 'pending';

  useEffect(() => {
    mounted.current = true;
    dialog.current?.showModal();
    return () => {
      mounted.current = false;
    };
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (locked) return;
    if (wasJustReset()) return;
    const missing = findMissing(form);
    if (missing.length > 0) return showInvalid(event.currentTarget, missing, FILL_IN);
    if (form.contact.email.trim() && !EMAIL.test(form.contact.email.trim()))
      return showInvalid(event.currentTarget, [], "Payment Failed: That doesn't look like an email address.");
    dispatch({ type: 'status', status: { is: 'processing' } });
    const tokenized = await card.current?.tokenize();
    if (!tokenized || 'errors' in tokenized) {
      const message = tokenized?.errors.join(', ') || 'No token or product selected';
      dispatch({ type: 'status', status: { is: 'error', text: `Payment Failed: ${message}` } });
      return card.current?.focus();
    }
    handleOutcome(await pay({ ...form, token: tokenized.token, key: key.current }));
  }

  /** A press on Pay may be what leaves the quantity field. The buyer must see the reset to pickup before paying. */
  function wasJustReset(): boolean {
    const { location } = orderFormReducer(form, { type: 'quantityEntered' });
    const expected = locationAtPress.current ?? form.location;
    locationAtPress.current = undefined;
    dispatch({ type: 'quantityEntered' });
    return location !== expected;
  }

  function showInvalid(element: HTMLFormElement, missing: ReturnType<typeof findMissing>, text: string) {
    dispatch({ type: 'checked', missing, text });
    const [field = 'email'] = missing;
    const input = element.elements.namedItem(field) ?? element.querySelector('input[type="number"]');
    if (input instanceof HTMLElement) input.focus();
  }

  function handleOutcome(outcome: Outcome) {
    if (outcome.is === 'error' && outcome.definite) key.current = randomKey();
    if (outcome.is === 'success') onPaid?.();
    // Stock or prices have changed, so reload the products.
    queryCache.refetch('/api/products');
    // If the form was closed during the payment, report the outcome in a toast.
    if (!mounted.current || outcome.is === 'success') notify(outcome);
    if (!mounted.current) return;
    switch (outcome.is) {
      case 'success':
        dispatch({ type: 'status', status: { is: 'success', text: PAID } });
        setTimeout(() => dialog.current?.close(), SUCCESS_MS);
        return;
      case 'pending':
        return dispatch({ type: 'status', status: outcome });
      case 'error':
        dispatch({ type: 'status', status: { is: 'error', text: `Payment Failed: ${outcome.text}` } });
        card.current?.focus();
    }
  }

  const locationLabel = form.location === 'pickup' ? 'Pickup' : 'Delivery';
  const payButton = (
    <button
      className="button button-gold"
      type="submit"
      aria-busy={status.is === 'processing'}
      aria-disabled={locked}
      onPointerDown={() => {
        locationAtPress.current = form.location;
      }}
    >
      Pay
    </button>
  );
  // In a portal, so the page's own list and button styles don't apply.
  return createPortal(
    <dialog ref={dialog} className="order-modal" aria-labelledby={title} onClose={onClose}>
      <form
        className="order-modal-form"
        method="post"
        noValidate
        onKeyDown={preventEnterSubmit}
        onSubmit={(event) => void submit(event)}
      >
        <header className="order-modal-head">
          {/* biome-ignore lint/a11y/noAutofocus: announces the dialog's name without opening a phone keyboard */}
          <h2 id={title} tabIndex={-1} autoFocus>
            Place Order for {describeProducts(selection)}
          </h2>
          <button className="icon-button" type="button" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </header>
        <div className="order-modal-body">
          <div className="order-modal-fields">
            <OrderFields form={form} dispatch={dispatch} locked={locked} />
          </div>
          <div className="order-bill">
            {'product' in selection && (
              <div className="order-bill-picture">
                <ProductPicture product={selection.product} sizes="440px" />
              </div>
            )}
            <h3>Your order</h3>
            <dl className="order-bill-lines tabular-nums">
              {lines.map(({ product, pounds: each }) => (
                <div key={product.id}>
                  <dt>
                    {product.name}, {each} {each === 1 ? 'lb' : 'lbs'} at ${formatDollars(product.price)}
                  </dt>
                  <dd>${formatCents(lineAmount(toCents(product.price), each))}</dd>
                </div>
              ))}
              <div className="order-bill-total">
                <dt>Total</dt>
                <dd>${formatCents(cents(amount))}</dd>
              </div>
            </dl>
            <h3>Card</h3>
            <CardForm ref={card} locked={locked} />
          </div>
          <div className="order-foot">
            <StatusLine status={status} payable={payable} />
            <div className="order-pay">
              <p className="tabular-nums">
                <b className="order-pay-total">${formatCents(cents(amount))}</b>
                <b className="order-pay-pounds">
                  {pounds} {pounds === 1 ? 'lb' : 'lbs'}
                </b>
                <span>{locationLabel}</span>
              </p>
              {payButton}
            </div>
          </div>
        </div>
      </form>
    </dialog>,
    document.body,
  );
}

/** Enter in a text field must not submit the payment. */
function preventEnterSubmit(event: KeyboardEvent<HTMLFormElement>) {
  const { target } = event;
  const inField = target instanceof HTMLInputElement && !target.closest('.card-form, .square-card');
  if (event.key === 'Enter' && inField) event.preventDefault();
}

function notify(outcome: Outcome): void {
  const order = outcome.is === 'error' ? undefined : outcome.order;
  if (outcome.is === 'error') toast({ text: `Payment Failed: ${outcome.text}`, variant: 'destructive' });
  else
    toast({
      text: outcome.is === 'success' ? PAID : outcome.text,
      ...(order && { link: { label: `See order ${order.id}`, href: `${pagePaths.order(order.id)}?key=${order.key}` } }),
    });
}
