import { expect, test } from 'vitest';
import { cutMiddle, shortNames } from './short-names.ts';

test.each([
  [
    ['Clients into Time sheet 2026', 'Clients into Projects'],
    ['Time sheet 2026', 'Projects'],
  ],
  [
    ['Clients into Plant B list', 'Clients into Plant C list'],
    ['B list', 'C list'],
  ],
  [
    ['Regions of the first site', 'Regions of the second site'],
    ['first site', 'second site'],
  ],
  [
    ['Clients into A – Maintenance', 'Clients into B – Maintenance'],
    ['A', 'B'],
  ],
  [
    ['Clients into Plant A', 'Clients into Plant B'],
    ['A', 'B'],
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

test.each([
  ['Plant A', 30, 'Plant A'],
  ['Northern District – Plant A – Maintenance orders', 30, 'Northern… Maintenance orders'],
  ['Northern District – Maintenance – Plant A', 30, 'Northern District… Plant A'],
  ['Auftragsverwaltungsvorgangsliste Nord', 30, 'Auftragsverwaltungsvorgangsliste Nord'],
  ['Auftragsverwaltungsvorgangsliste – Nord', 30, 'Auftragsverwaltungsvorgangsliste – Nord'],
])('%s within a row of %i characters is %s', (name, most, cut) => {
  expect(cutMiddle(name, most)).toBe(cut);
});
