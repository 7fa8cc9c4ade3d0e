import { createPublicKey } from 'node:crypto';
import nock from 'nock';
import { beforeEach, expect, test } from 'vitest';
import { interceptNetwork } from '../../../testing/intercept-network.ts';
import { saleReversed } from '../../../testing/sale-reversed.ts';
import { createSignatureCheck, isSignedBy } from './event-signature.ts';

const host = 'https://api.paypal.com';
const path = '/v1/notifications/certs/CERT-1';
const { headers, certificate, webhookId } = saleReversed;
const sample = {
  certUrl: `${host}${path}`,
  transmissionId: headers['paypal-transmission-id'] ?? '',
  transmissionTime: headers['paypal-transmission-time'] ?? '',
  signature: headers['paypal-transmission-sig'] ?? '',
  webhookId,
  body: Buffer.from(saleReversed.body),
};
let time: Date;
interceptNetwork();
beforeEach(() => {
  time = new Date('2026-11-22T08:00:00Z');
});
const create = () => createSignatureCheck({ now: () => time });
const serve = () => nock(host).get(path).reply(200, certificate);

test('the signature of an event that PayPal signed fits its certificate', () => {
  expect(isSignedBy(createPublicKey(certificate), sample)).toBe(true);
});

test.each([
  ['another body', { body: Buffer.from(saleReversed.body.replace('0.49', '0.50')) }],
  ['another webhook', { webhookId: 'OTHER' }],
  ['another transmission', { transmissionId: 'OTHER' }],
  ['another time', { transmissionTime: '2024-07-30T15:49:17Z' }],
  ['a signature that is none', { signature: 'c2ln' }],
])('refuses a signature for %s', (_what, change) => {
  expect(isSignedBy(createPublicKey(certificate), { ...sample, ...change })).toBe(false);
});

test('the certificate is fetched once for many events, and again after a day', async () => {
  const isSigned = create();
  serve();
  const forged = { ...sample, signature: 'c2ln' };
  expect(await Promise.all([isSigned(sample), isSigned(forged)])).toEqual([true, false]);
  expect(await isSigned(sample)).toBe(true);
  time = new Date(time.getTime() + 25 * 60 * 60_000);
  const again = serve();
  expect(await isSigned(sample)).toBe(true);
  expect(again.isDone()).toBe(true);
});

test.each([
  ['is missing', () => nock(host).get(path).reply(404)],
  ['is none', () => nock(host).get(path).reply(200, 'no certificate')],
  ['is behind a redirect', () => nock(host).get(path).reply(302, '', { location: 'https://evil.example/' })],
  [
    'is endless',
    () =>
      nock(host)
        .get(path)
        .reply(200, 'x'.repeat(65 * 1024)),
  ],
])('judges no signature when the certificate %s, and tries again a minute later', async (_what, answer) => {
  const isSigned = create();
  answer();
  expect(await isSigned(sample)).toBeNull();
  expect(await isSigned(sample)).toBeNull();
  time = new Date(time.getTime() + 61_000);
  serve();
  expect(await isSigned(sample)).toBe(true);
});

test('made-up addresses are tried ten times a minute at most, and drive out no certificate', async () => {
  const isSigned = create();
  serve();
  await isSigned(sample);
  let asked = 0;
  nock(host)
    .get(/CERT-made-up/)
    .times(100)
    .reply(() => {
      asked += 1;
      return [404, ''];
    });
  for (let n = 0; n < 100; n += 1) {
    const certUrl = `${host}/v1/notifications/certs/CERT-made-up-${n}`;
    expect(await isSigned({ ...sample, certUrl })).toBeNull();
  }
  // The genuine one was the tenth.
  expect(asked).toBe(9);
  expect(await isSigned(sample)).toBe(true);
});
