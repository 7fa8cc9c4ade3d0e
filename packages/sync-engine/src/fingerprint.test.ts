import { expect, test } from 'vitest';
import { createFingerprint, fingerprintOf } from './fingerprint.ts';

const key = new Uint8Array(32).fill(7);
const of = (...options: string[]) => fingerprintOf({ key, options });

test('the same list has the same fingerprint', () => {
  expect(of('a', 'b')).toBe(of('a', 'b'));
});

test('another option, order or boundary between options gives another fingerprint', () => {
  const prints = [of(), of(''), of('a', 'b'), of('b', 'a'), of('a,b'), of('a"', 'b'), of('a', '"b')];
  expect(new Set(prints).size).toBe(prints.length);
});

test('without the key the fingerprint of a list cannot be told', () => {
  expect(fingerprintOf({ key: new Uint8Array(32), options: ['a'] })).not.toBe(of('a'));
});

test('every process makes the same of one secret, and another secret gives others', () => {
  const made = createFingerprint('secret')(['a']);
  expect(createFingerprint('secret')(['a'])).toBe(made);
  expect(createFingerprint('secret')(['b'])).not.toBe(made);
  expect(createFingerprint('other')(['a'])).not.toBe(made);
});

test('a hash that was made of the secret for another purpose is none of these', () => {
  expect(createFingerprint('secret')(['a'])).not.toBe(
    fingerprintOf({ key: Buffer.from('secret'), options: ['a'] }),
  );
});
