import { useState } from 'react';
import { useKeyedSubmit } from '#web/query/use-keyed-submit.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, FormError } from '#web/ui/field.tsx';

type Request = { amount: number; reason: string; key: string };
type Props = {
  /** What the button says, and its full name for screen readers. */
  button: string;
  name: string;
  text: string;
  confirmLabel: string;
  reasonHelp: string;
  /** In dollars, to start with. Without any there is no button, but what is being asked stays. */
  amount: number;
  onConfirm(request: Request): Promise<void>;
};

/** A button that asks for an amount and a reason. */
export function AmountDialog({ button, name, text, confirmLabel, reasonHelp, amount, onConfirm }: Props) {
  const { busy, error, submit } = useKeyedSubmit('/api/customers/');
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');

  const confirm = () =>
    submit(async (key) => {
      await onConfirm({ amount: Number(typed.replace(/[$,\s]/g, '')), reason, key });
      setAsking(false);
    });

  return (
    <>
      {amount > 0 && (
        <button
          className="text-button"
          type="button"
          aria-label={name}
          onClick={() => {
            setTyped(amount.toFixed(2));
            setAsking(true);
          }}
        >
          {button}
        </button>
      )}
      {asking && (
        <ConfirmDialog
          text={text}
          confirmLabel={confirmLabel}
          busy={busy}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        >
          <Field
            label="Amount in dollars"
            inputMode="decimal"
            value={typed}
            error={error.fields.amount}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          <Field
            label="Reason"
            maxLength={300}
            help={reasonHelp}
            value={reason}
            error={error.fields.reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
          <FormError text={Object.values(error.fields).some(Boolean) ? undefined : error.text} />
        </ConfirmDialog>
      )}
    </>
  );
}
