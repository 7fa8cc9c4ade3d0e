import { expect, test } from 'vitest';
import { createKeyedHash } from '../../base/keyed-hash.ts';
import {
  createRecoveryCodes,
  createTotpSecret,
  findTotpStep,
  hashRecoveryCode,
  toTotpUri,
} from './second-factor-codes.ts';

// RFC 6238, appendix B, with the secret "12345678901234567890" and its codes cut to six digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at second %i the code is %s, as the standard says', (second, code) => {
  const at = new Date(second * 1000);
  expect(findTotpStep({ secret, code, at })).toBe(Math.floor(second / 30));
});

test.each([
  [-61, false],
  [-30, true],
  [0, true],
  [30, true],
  [61, false],
])('a code that is typed %i seconds from its own time is taken: %s', (seconds, isTaken) => {
  const at = new Date((1_234_567_890 + seconds) * 1000);
  const step = findTotpStep({ secret, code: '005924', at });
  expect(step).toBe(isTaken ? Math.floor(1_234_567_890 / 30) : null);
});

test('a new secret has 160 bits and is no other one', () => {
  const secrets = Array.from({ length: 20 }, createTotpSecret);
  expect(new Set(secrets).size).toBe(20);
  expect(secrets.every((one) => /^[A-Z2-7]{32}$/.test(one))).toBe(true);
});

test('the address of the QR code names the product and the account, whatever is in the address', () => {
  expect(toTotpUri(secret, 'ada+lists@clients.example')).toBe(
    `otpauth://totp/Picksync:ada%2Blists%40clients.example?issuer=Picksync&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
});

test('ten recovery codes are made, all different, in two groups of five', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  expect(codes.every((code) => /^[a-z2-7]{5}-[a-z2-7]{5}$/.test(code))).toBe(true);
});

test('the hash of a recovery code does not depend on how it is typed, and differs between people', () => {
  const keyedHash = createKeyedHash('a secret of at least thirty-two characters');
  const hashes = hashRecoveryCode({ userId: 'ada', code: 'k7qd2-mfp3x' }, keyedHash);
  expect(hashRecoveryCode({ userId: 'ada', code: 'k7qd2mfp3x' }, keyedHash)).toEqual(hashes);
  expect(hashRecoveryCode({ userId: 'grace', code: 'k7qd2-mfp3x' }, keyedHash)).not.toEqual(hashes);
});
