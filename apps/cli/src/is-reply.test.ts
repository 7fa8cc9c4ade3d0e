import { expect, test } from 'vitest';
import { isReply } from './is-reply.ts';

const call = { method: 'GET', path: '/api/account/api-keys/current' };
const access = { apiKey: null, configurationCount: 1, activeCount: 1, configurationLimit: 10 };

test.each([
  ['what the contract says', access],
  ['a field that came after this version', { ...access, ruleLimit: 3 }],
])('a reply with %s is accepted', (_what, reply) => {
  expect(isReply(call, reply)).toBe(true);
});

test.each([
  ['nothing in it', {}],
  ['a field that is missing', { ...access, activeCount: undefined }],
  ['a field of another kind', { ...access, activeCount: '1' }],
  ['null in place of a number', { ...access, activeCount: null }],
  ['an object without fields in it', { ...access, apiKey: {} }],
])('a reply with %s is refused', (_what, reply) => {
  expect(isReply(call, reply)).toBe(false);
});

test('a word that came after this version is accepted where it stands in place of a known one', () => {
  const at = '2027-01-01T00:00:00.000Z';
  const key = { id: '0193b1f0-0000-7000-8000-000000000001', name: 'One', prefix: 'pks_abcd', createdAt: at };
  const scopes = ['read', 'approve', 7, undefined];
  const replies = scopes.map((scope) => {
    const apiKey = { ...key, scope, lastUsedAt: null, expiresAt: null };
    return isReply(call, { ...access, apiKey });
  });
  expect(replies).toEqual([true, true, false, false]);
});
