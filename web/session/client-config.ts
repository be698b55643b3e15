import { createContext, useContext } from 'react';
import type { ClientConfig } from '#contracts/client-config.ts';
import type { PublicFarm } from '#contracts/farm.ts';

export const ClientConfigContext = createContext<ClientConfig | undefined>(undefined);

export function useClientConfig(): ClientConfig {
  const config = useContext(ClientConfigContext);
  if (!config) throw new Error('There is no ClientConfigContext around this component.');
  return config;
}

/** The farm's details, as the owner last saved them. */
export const useFarm = (): PublicFarm => useClientConfig().farm;
