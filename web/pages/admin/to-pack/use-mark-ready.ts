import { useState } from 'react';
import type { StatusChangeResult } from '#contracts/orders.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { toast } from '#web/ui/toast.tsx';

/** Marks orders ready. `unchanged` are those that could not be, with the reason. */
export function useMarkReady() {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const [unchanged, setUnchanged] = useState<StatusChangeResult[]>([]);
  return { busy, error, unchanged, markReady };

  function markReady(ids: number[]): Promise<void> {
    return submit(async () => {
      const { data } = await mutate('POST /api/orders/status-changes', { body: { to: 'ready', ids } });
      const count = data.filter(({ changed }) => changed).length;
      setUnchanged(data.filter(({ changed }) => !changed));
      if (count > 0) toast({ text: count === 1 ? '1 order marked ready.' : `${count} orders marked ready.` });
      for (const changed of ['/api/orders', '/api/dashboard', '/api/sales']) queryCache.invalidate(changed);
    });
  }
}
