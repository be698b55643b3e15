import { expect, test } from 'vitest';
import { serverUrls } from './primary-client.ts';

test.each([
  ['postgres://farm@db/farm', ['postgres://farm@db/farm']],
  [
    'postgres://farm:s%2Cecret@one:5433,two:5434/farm?target_session_attrs=read-write',
    [
      'postgres://farm:s%2Cecret@one:5433/farm?target_session_attrs=read-write',
      'postgres://farm:s%2Cecret@two:5434/farm?target_session_attrs=read-write',
    ],
  ],
  [
    'postgres://farm:a,b@[::1]:5433,[::2]/farm?options=a,b',
    ['postgres://farm:a,b@[::1]:5433/farm?options=a,b', 'postgres://farm:a,b@[::2]/farm?options=a,b'],
  ],
])('%s names %j', (url, urls) => {
  expect(serverUrls(url)).toEqual(urls);
});
