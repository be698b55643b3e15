import '#web/ui/confirm-dialog.css';
import '#web/ui/field.css';
import '#web/ui/stepper.css';
import './order-modal.css';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useReducer, useRef } from 'react';
import { createPortal } from 'react-dom';
import { delivery } from '#content/delivery.ts';
import { EMAIL } from '#contracts/email.ts';
import { cents, formatCents, formatDollars, toCents } from '#contracts/money.ts';
import { type LocationOption, lineAmount } from '#contracts/ordering-rules.ts';
import { priceAt } from '#contracts/price-tiers.ts';
import { ProductPicture } from '#web/layout/product-picture.tsx';
import { useClientConfig } from '#web/session/client-config.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { CardFormHandle } from './card-token.ts';
import { knownContact, rememberContact } from './known-contact.ts';
import { askToOrderAgain } from './last-purchase.ts';
import { OrderFields } from './order-fields.tsx';
import {
  describeProducts,
  FILL_IN,
  findMissing,
  formLines,
  formTotal,
  isBusy,
  lotOnSale,
  type OrderForm,
  type OrderSelection,
  openForm,
  orderFormReducer,
  SUCCESS_MS,
  totalPounds,
} from './order-form-state.ts';
import { PaymentChoice } from './payment-choice.tsx';
import { StatusLine } from './status-line.tsx';
import { useCheckout } from './use-checkout.ts';

type Props = { selection: OrderSelection; onClose(): void; onPaid?(): void };

export function OrderModal({ selection, onClose, onPaid }: Props) {
  const [state, dispatch] = useReducer(orderFormReducer, selection, (chosen) => openForm(chosen, knownContact()));
  // Prices and stock come from the page, even if they change while the form is open.
  const form = { ...state, selection };
  const { provider } = useClientConfig().payments;
  const byCard = provider === 'off' ? undefined : 'card';
  const dialog = useRef<HTMLDialogElement>(null);
  const card = useRef<CardFormHandle>(null);
  const locationAtPress = useRef<LocationOption>(undefined);
  const title = useId();
  const lines = formLines(form);
  const pounds = totalPounds(form);
  const amount = formTotal(lines);
  const { status } = form;
  const locked = isBusy(status) || status.is === 'success' || status.is === 'pending';
  const checkout = useCheckout({
    form,
    dispatch,
    card,
    onPaid() {
      rememberContact(form.contact);
      onPaid?.();
      setTimeout(() => dialog.current?.close(), SUCCESS_MS);
    },
  });

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (locked) return;
    if (wasJustReset()) return;
    const missing = findMissing(form);
    if (missing.length > 0) return showInvalid(event.currentTarget, missing, FILL_IN);
    if (form.contact.email.trim() && !EMAIL.test(form.contact.email.trim()))
      return showInvalid(event.currentTarget, ['email'], 'Payment Failed: Check the email address.');
    await checkout.start();
  }

  /** A press on Pay may be what leaves the quantity field. The buyer must see the reset to pickup before paying. */
  function wasJustReset(): boolean {
    const { location } = orderFormReducer(form, { type: 'quantityEntered' });
    const expected = locationAtPress.current ?? form.location;
    locationAtPress.current = undefined;
    dispatch({ type: 'quantityEntered' });
    return location !== expected;
  }

  function showInvalid(element: HTMLFormElement, invalid: OrderForm['invalid'], text: string) {
    dispatch({ type: 'checked', invalid, text });
    const [field = ''] = invalid;
    const input = element.elements.namedItem(field) ?? element.querySelector('input[type="number"]');
    if (input instanceof HTMLElement) input.focus();
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
      {form.poNumber === undefined ? 'Pay' : 'Place order'}
    </button>
  );
  // In a portal, so the page's own list and button styles don't apply.
  const modal = createPortal(
    <dialog ref={dialog} className="order-modal" aria-labelledby={title} onClose={onClose}>
      <form
        className="order-modal-form"
        method="post"
        noValidate
        onKeyDown={moveOnWithEnter}
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
              {lines.map(({ product, pounds: each, lot }) => (
                <div key={product.id}>
                  <dt>
                    {product.name}
                    {lot !== undefined && `, lot ${lotOnSale(product, lot)?.number}`}, {each}{' '}
                    {each === 1 ? 'lb' : 'lbs'} at ${formatDollars(priceAt(product, each))}
                  </dt>
                  <dd>${formatCents(lineAmount(toCents(priceAt(product, each)), each))}</dd>
                </div>
              ))}
              <div className="order-bill-location">
                <dt>{locationLabel}</dt>
                <dd>{form.location === 'delivery' ? `Free up to ${delivery.freeMiles} miles` : 'At the barn'}</dd>
              </div>
              <div className="order-bill-total">
                <dt>Total</dt>
                <dd>${formatCents(cents(amount))}</dd>
              </div>
            </dl>
            <PaymentChoice form={form} dispatch={dispatch} card={card} locked={locked} total={amount / 100} />
          </div>
          <div className="order-foot">
            <StatusLine status={status} payBy={form.poNumber === undefined ? byCard : 'invoice'} />
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
  // Not inside the dialog: closing the question would close the form too.
  return (
    <>
      {modal}
      {checkout.minutesAgo !== undefined && (
        <ConfirmDialog
          text={askToOrderAgain(checkout.minutesAgo)}
          confirmLabel="Order again"
          onConfirm={() => void checkout.orderAgain()}
          onCancel={checkout.keepFirstOrder}
        />
      )}
    </>
  );
}

/** Enter goes to the next field. Only in the card's fields, the last ones, does it pay. */
function moveOnWithEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.closest('.card-form')) return;
  event.preventDefault();
  const fields = [...currentTarget.querySelectorAll<HTMLElement>('input, select, button[type="submit"]')];
  fields[fields.indexOf(target) + 1]?.focus();
}
