import { type ApiClient, apiClient } from './api-client.ts';
import { people, type TestShop } from './test-shop.ts';

/** For tests that go through months: logs in again on every other day, because sessions end. */
export function lastingClient({ url, visitor, clock }: TestShop, person: keyof typeof people): ApiClient {
  let day = '';
  let client: ApiClient;
  return {
    send: async (...request) => (await current()).send(...request),
    attempt: async (...request) => (await current()).attempt(...request),
    fetch: async (...request) => (await current()).fetch(...request),
  };

  async function current(): Promise<ApiClient> {
    const today = clock.now.toISOString().slice(0, 10);
    if (today !== day) {
      const { email, password } = people[person];
      client = apiClient(url, (await visitor.send('POST /api/login', { body: { email, password } })).token);
      day = today;
    }
    return client;
  }
}
