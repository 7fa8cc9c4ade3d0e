import { expect, test } from 'vitest';
import { shortNames } from './short-names.ts';

test.each([
  [
    ['Clients into Time sheet 2026', 'Clients into Projects'],
    ['Time sheet 2026', 'Projects'],
  ],
  [
    ['Clients into Plant B list', 'Clients into Plant C list'],
    ['B', 'C'],
  ],
  [
    ['Clients', 'Clients into Projects'],
    ['Clients', 'Clients into Projects'],
  ],
  [
    ['Sync 1', 'Other'],
    ['Sync 1', 'Other'],
  ],
  [
    ['Clients into', 'Clients into X'],
    ['Clients into', 'Clients into X'],
  ],
  [
    ['Same', 'Same'],
    ['Same', 'Same'],
  ],
  [['Only one'], ['Only one']],
])('%j become %j', (names, short) => {
  expect(shortNames(names)).toEqual(short);
});
