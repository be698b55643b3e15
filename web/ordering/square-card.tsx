import { type Payments, payments } from '@square/web-sdk';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { ClientConfig } from '#contracts/client-config.ts';
import type { CardFormProps } from './card-token.ts';

type Settings = Extract<ClientConfig['payments'], { provider: 'square' }>;
type SquareForm = Awaited<ReturnType<Payments['card']>>;

type Props = Pick<CardFormProps, 'ref' | 'zip'> & { settings: Settings };

/** Square's own form in an iframe; card numbers never touch our page. */
export function SquareCard({ ref, settings, zip }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const form = useRef<Promise<SquareForm>>(undefined);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  useEffect(() => {
    const { current: element } = container;
    if (!element) return;
    const formPromise = openForm(settings, element);
    form.current = formPromise;
    formPromise.then(
      () => setState('ready'),
      () => setState('failed'),
    );
    return () => void formPromise.then((card) => card.destroy()).catch(() => undefined);
  }, [settings]);
  useEffect(() => {
    if (/^\d{5}$/.test(zip)) void offerZip(form.current, zip);
  }, [zip]);
  useImperativeHandle(ref, () => ({
    tokenize: () => tokenFrom(form.current),
    focus: () => void focusOn(form.current),
  }));
  return (
    <>
      <div className="square-card" ref={container} />
      {state === 'loading' && <p className="field-help">Loading the card form...</p>}
      {state === 'failed' && (
        <p className="form-error" role="alert">
          The card form didn't load. Check your connection and open the order again.
        </p>
      )}
    </>
  );
}

async function openForm({ applicationId, locationId, scriptUrl }: Settings, element: HTMLElement): Promise<SquareForm> {
  const square = await payments(applicationId, locationId, { scriptSrc: scriptUrl });
  if (!square) throw new Error('The Square script is not available.');
  const card = await square.card();
  await card.attach(element);
  return card;
}

async function tokenFrom(form: Promise<SquareForm> | undefined) {
  try {
    const result = await (await form)?.tokenize();
    if (result && 'token' in result && result.token) return { token: result.token };
    const errors = result && 'errors' in result ? result.errors : [];
    return { errors: errors?.map(({ message }) => message) ?? [] };
  } catch (error) {
    return { errors: [error instanceof Error ? error.message : 'Unknown error'] };
  }
}

/** Only an offer: the buyer can type another one. */
async function offerZip(form: Promise<SquareForm> | undefined, postalCode: string): Promise<void> {
  try {
    await (await form)?.configure({ postalCode });
  } catch {
    // A form that failed to load shows its own message.
  }
}

async function focusOn(form: Promise<SquareForm> | undefined): Promise<void> {
  try {
    await (await form)?.focus('cardNumber');
  } catch {
    // A form that failed to load shows its own message.
  }
}
