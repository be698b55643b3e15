import { createContext, useContext } from 'react';
import type { ClientConfig } from '#contracts/client-config.ts';

export const ShopFactsContext = createContext<ClientConfig>({ year: '', payments: { provider: 'off' } });
export const useShopFacts = (): ClientConfig => useContext(ShopFactsContext);
