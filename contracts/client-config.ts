/** What a page must know of the shop that serves it. It stands in every document and holds no secrets. */
export type ClientConfig = {
  /** The current one at the farm. */
  year: string;
  payments:
    | { provider: 'demo' }
    | { provider: 'off' }
    | { provider: 'square'; applicationId: string; locationId: string; scriptUrl: string };
};
