import { expect, test } from 'vitest';
import { safeRedirect } from './redirect.ts';

test.each(['/', '/dashboard', '/dashboard?section=activity', '/account#sessions', '/a/../dashboard'])(
  '%s is a path of our own site',
  (address) => {
    expect(safeRedirect(address)).toBe(address.replace('/a/..', ''));
  },
);

test.each([
  '//evil',
  '//evil.example/dashboard',
  '/\\evil',
  '/\\/evil',
  '\\\\evil',
  '/\t/evil',
  '/\n/evil',
  '/.//evil',
  '/..//evil',
  '/%2e//evil',
  'https://evil.example',
  'https:evil.example',
  'HTTPS://evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil',
  ' //evil',
  '',
])('%j is not', (address) => {
  expect(safeRedirect(address)).toBeUndefined();
});

test.each([undefined, null, 1, {}, ['/dashboard']])('%j is no address', (address) => {
  expect(safeRedirect(address)).toBeUndefined();
});

test('the login leads nowhere but away from itself', () => {
  expect(safeRedirect('/login?redirect=/login')).toBeUndefined();
});
