import { expect, test } from 'vitest';
import { getProvenance } from './access.ts';

const own = 'https://picksync.example';

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, 'own'],
  [{ 'sec-fetch-site': 'none' }, 'own'],
  [{ 'sec-fetch-site': 'cross-site' }, 'foreign'],
  [{ 'sec-fetch-site': 'same-site' }, 'foreign'],
  [{ origin: own }, 'own'],
  [{ origin: 'https://evil.example' }, 'foreign'],
  [{ origin: 'null' }, 'foreign'],
  [{}, 'unknown'],
] as const)('a request with %j comes from an origin that is %s', (headers, expected) => {
  expect(getProvenance(headers, own)).toBe(expected);
});

test('Fetch Metadata take precedence over Origin', () => {
  expect(getProvenance({ 'sec-fetch-site': 'cross-site', origin: own }, own)).toBe('foreign');
});
