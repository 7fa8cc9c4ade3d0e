import { expect, test } from 'vitest';
import { loginBody } from './auth.ts';

const getZone = (timeZone: unknown) =>
  loginBody.parse({ email: 'office@northwind.example', password: 'x', timeZone }).timeZone;

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['UTC', 'UTC'],
])('the time zone %s is taken as %s', (told, taken) => {
  expect(getZone(told)).toBe(taken);
});

test.each([
  undefined,
  '',
  'Europe/Atlantis',
  '+02:00',
  '-05',
  "'; DROP TABLE users",
  'a'.repeat(65),
  7,
  null,
])('the time zone %s counts as not told and keeps nobody out', (told) => {
  expect(getZone(told)).toBeUndefined();
});
