import type { PublicFarm } from './farm.ts';

/** What the browser needs to know about the shop. Sent with every document, so it holds no secrets. */
export type ClientConfig = {
  /** The current year in the farm's time zone. */
  year: string;
  farm: PublicFarm;
  payments:
    | { provider: 'demo' }
    | { provider: 'off' }
    | { provider: 'square'; applicationId: string; locationId: string; scriptUrl: string };
};

/** The JSON embedded in every document for the browser to start from. */
export type InitialData = {
  results: [url: string, data: unknown][];
  /** The server found no page at this URL. */
  notFound: boolean;
  clientConfig: ClientConfig;
};
