import { createContext, useContext } from 'react';
import type { ShopFacts } from '#contracts/client-config.ts';

export const ShopFactsContext = createContext<ShopFacts>({ year: '', payments: { provider: 'off' } });
export const useShopFacts = (): ShopFacts => useContext(ShopFactsContext);
