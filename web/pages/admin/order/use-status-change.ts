import { useState } from 'react';
import type { movesFrom } from '#contracts/ordering-rules.ts';
import { mutate } from '#web/query/mutate.ts';
import { toast } from '#web/ui/toast.tsx';
import { useOrderUpdate } from './use-order-update.ts';

export type Move = ReturnType<typeof movesFrom>[number];

/** Changes the order's status, and says what became of it. */
export function useStatusChange(id: number) {
  const update = useOrderUpdate();
  const [busy, setBusy] = useState(false);
  return { busy, changeStatus };

  async function changeStatus({ to }: Move, reason: string): Promise<void> {
    if (to !== 'ready' && to !== 'completed' && to !== 'cancelled' && to !== 'refunded') return;
    setBusy(true);
    try {
      const body = { to, ...(reason && { reason }) };
      const response = await mutate('POST /api/orders/:id/status-changes', { params: { id }, body });
      update(response);
      toast({ text: response.data.refunding ? 'The refund is on its way.' : `Order ${id} ${done[to]}.` });
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : 'An unknown error occurred.', variant: 'destructive' });
    }
    setBusy(false);
  }
}

const done = { ready: 'marked ready', completed: 'marked completed', cancelled: 'cancelled', refunded: 'refunded' };
