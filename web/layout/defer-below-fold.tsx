import { type ReactNode, useContext, useDeferredValue } from 'react';
import { AtTopContext } from '#web/router/route-definition.ts';

/** Below the first screen: whoever comes by a link sees that first, and this a moment later. */
export function FurtherDown({ children }: { children: ReactNode }) {
  const atTop = useContext(AtTopContext);
  return useDeferredValue(true, !atTop) && children;
}
