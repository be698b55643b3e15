import { type ReactNode, useContext, useDeferredValue } from 'react';
import { ArrivedAtTopContext } from '#web/router/route-definition.ts';

/** Below the first screen: whoever comes by a link sees that first, and this a moment later. */
export function DeferBelowFold({ children }: { children: ReactNode }) {
  const atTop = useContext(ArrivedAtTopContext);
  return useDeferredValue(true, !atTop) && children;
}
