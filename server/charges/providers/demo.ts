// A card provider that charges nothing, for trying out the shop. Accepts Square's test tokens; the demo card form makes its
// own from the test card numbers. Stateless: it approves, completes and refunds anything.
import { declineMessage } from './decline-messages.ts';
import type { CardProvider, Payment } from './provider.ts';

const declines: Record<string, string> = {
  declined: 'GENERIC_DECLINE',
  'rejected-cvv': 'CVV_FAILURE',
  'rejected-postalcode': 'ADDRESS_VERIFICATION_FAILURE',
  'rejected-expiration': 'INVALID_EXPIRATION',
  'already-used': 'CARD_TOKEN_USED',
};

export function demoProvider(): CardProvider {
  return {
    name: 'demo',
    account: 'demo',
    isReusableToken: (token) => token.startsWith('cnon:card-nonce-'),
    async authorize({ key, token, amount, reference }) {
      const [, outcome = '', last4] = /^(?:cnon:card-nonce-|demo:)([a-z-]+?)(?::(\d{4}):[\w-]+)?$/.exec(token) ?? [];
      if (outcome !== 'ok') return { is: 'declined', text: declineMessage(declines[outcome] ?? 'INVALID_CARD') ?? '' };
      const card = `Demo card ending ${last4 ?? '1111'}`;
      return {
        is: 'approved',
        payment: {
          ...paymentOf(`demo_${key.replaceAll('-', '').slice(0, 20)}`, 'approved'),
          amount,
          reference,
          card,
        },
      };
    },
    capture: async (id) => paymentOf(id, 'completed'),
    findPayment: async (id) => paymentOf(id, 'approved'),
    cancel: async () => 'cancelled',
    cancelByKey: async () => 'cancelled',
    listPayments: async ({ to }) => ({ payments: [], readUntil: to }),
    refund: async ({ key, amount }) => ({
      is: 'recorded',
      refund: { id: `demo_refund_${key}`, amount, status: 'completed', created_at: new Date().toISOString() },
    }),
    findRefund: async (id) => ({ id, amount: 0, status: 'completed', created_at: new Date().toISOString() }),
    findDispute: async () => 'none',
  };
}

function paymentOf(id: string, status: Payment['status']): Payment {
  return {
    id,
    status,
    amount: 0,
    reference: '',
    created_at: new Date().toISOString(),
    card: null,
    refunded: 0,
    refund_ids: [],
    fee: 0,
  };
}
