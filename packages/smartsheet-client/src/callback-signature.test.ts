import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyCallbackSignature } from './callback-signature.ts';

const sharedSecret = 'tezv6ca5pbskxrpn2kcqgsyw18';
const body = '{"nonce":"1","webhookId":7}';
const sign = (text: string, key = sharedSecret) => createHmac('sha256', key).update(text).digest('hex');

const isGood = (header: string | string[] | undefined, text = body) =>
  verifyCallbackSignature({ sharedSecret, rawBody: Buffer.from(text), header });

/** A body whose digest begins with a zero. */
const zeroBody = () => {
  let n = 0;
  while (!sign(`${n}`).startsWith('0')) n += 1;
  return `${n}`;
};

describe('the signature of a callback', () => {
  it('is good when it was made with the shared secret', () => {
    expect(isGood(sign(body))).toBe(true);
  });

  it('is good in upper case', () => {
    expect(isGood(sign(body).toUpperCase())).toBe(true);
  });

  it('is good when leading zeros are missing', () => {
    const text = zeroBody();
    expect(isGood(sign(text).replace(/^0+/, ''), text)).toBe(true);
  });

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['another secret', sign(body, 'other')],
    ['another body', sign(`${body} `)],
    ['no hex', 'z'.repeat(64)],
    ['too much', `${sign(body)}00`],
    ['a cut digest', sign(body).slice(2)],
    ['two headers', [sign(body), sign(body)]],
  ])('is refused for %s', (_what, header) => {
    expect(isGood(header)).toBe(false);
  });

  it('is refused when no secret is known', () => {
    expect(
      verifyCallbackSignature({ sharedSecret: '', rawBody: Buffer.from(body), header: sign(body, '') }),
    ).toBe(false);
  });
});
