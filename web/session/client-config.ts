import { createContext, useContext } from 'react';
import type { ClientConfig } from '#contracts/client-config.ts';

export const ClientConfigContext = createContext<ClientConfig>({ year: '', payments: { provider: 'off' } });
export const useClientConfig = (): ClientConfig => useContext(ClientConfigContext);
