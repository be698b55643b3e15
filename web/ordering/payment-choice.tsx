import type { RefObject } from 'react';
import { formatDollars } from '#contracts/money.ts';
import { query } from '#web/query/query.ts';
import { useQuery } from '#web/query/use-query.ts';
import { Field } from '#web/ui/field.tsx';
import { CardForm } from './card-form.tsx';
import type { CardFormHandle } from './card-token.ts';
import { isCustomer } from './known-contact.ts';
import type { OrderEvent, OrderForm } from './order-form-state.ts';

type Props = {
  form: OrderForm;
  dispatch(event: OrderEvent): void;
  card: RefObject<CardFormHandle | null>;
  locked: boolean;
  /** In dollars. */
  total: number;
};

/** The card's fields. Breweries on terms may choose an invoice instead. */
export function PaymentChoice(props: Props) {
  return isCustomer() ? <CustomersChoice {...props} /> : <Card {...props} />;
}

function CustomersChoice(props: Props) {
  const { form, dispatch, locked, total } = props;
  const terms = useQuery(query('GET /api/account/terms', {}));
  const approved = terms.is === 'ready' ? terms.data.data : null;
  if (!approved) return <Card {...props} />;
  const { days, available } = approved;
  const byInvoice = form.poNumber !== undefined;
  const choose = (poNumber: string | undefined) => dispatch({ type: 'payBy', poNumber });
  return (
    <>
      <fieldset className="order-pay-by" disabled={locked}>
        <legend>Pay by</legend>
        <label>
          <input type="radio" name="payBy" checked={!byInvoice} onChange={() => choose(undefined)} /> Card
        </label>
        <label>
          <input type="radio" name="payBy" checked={byInvoice} onChange={() => choose('')} /> Invoice,{' '}
          {days === 0 ? 'due at once' : `due in ${days} days`}
        </label>
      </fieldset>
      {byInvoice ? (
        <Field
          label="PO number"
          optional
          name="poNumber"
          maxLength={50}
          autoComplete="off"
          disabled={locked}
          help={
            total > available
              ? `You can order $${formatDollars(available)} more on invoice. Pay by card, or call us.`
              : 'We email you the invoice.'
          }
          value={form.poNumber}
          onChange={({ currentTarget: { value } }) => choose(value)}
        />
      ) : (
        <Card {...props} />
      )}
    </>
  );
}

function Card({ form, dispatch, card, locked }: Props) {
  return (
    <>
      <h3>Card</h3>
      <CardForm ref={card} locked={locked} zip={form.zip} onEdit={() => dispatch({ type: 'cardEdited' })} />
    </>
  );
}
