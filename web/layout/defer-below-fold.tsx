import { type ReactNode, useContext, useDeferredValue } from 'react';
import { ArrivedAtTopContext } from '#web/router/route-definition.ts';

/** Renders content below the fold a moment later when the visitor arrives by a link. */
export function DeferBelowFold({ children }: { children: ReactNode }) {
  const atTop = useContext(ArrivedAtTopContext);
  return useDeferredValue(true, !atTop) && children;
}
