import { expect, test } from 'vitest';
import { isolated } from './isolated.ts';

test.each(['לקוחות 2026', 'العملاء', 'Clients (לקוחות)'])(
  'a name with right-to-left letters is isolated: %s',
  (name) => {
    expect(`${isolated(name)}: 12 options added`).toBe(`\u2068${name}\u2069: 12 options added`);
  },
);

test.each(['Clients 2026', 'Клиенты', '顧客', ''])('other names stay as they are: %s', (name) => {
  expect(isolated(name)).toBe(name);
});

test('marks of direction in a name do not end its isolation', () => {
  expect(isolated('לקוחות\u2069\u202e')).toBe('\u2068לקוחות\u2069');
});

test('marks of direction in a name without right-to-left letters do not turn the words behind it', () => {
  expect(isolated('Clients\u202e 2026\u2066')).toBe('Clients 2026');
});
