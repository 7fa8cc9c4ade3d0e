import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where Smartsheet puts the signature of a callback. */
export const signatureHeader = 'smartsheet-hmac-sha256';

/**
 * Whether a callback was sent by someone who knows the webhook's shared secret: header `Smartsheet-Hmac-SHA256` is
 * the hex HMAC-SHA-256 of the raw body ("Webhook callbacks", authenticating callbacks). Compares in constant time.
 *
 * Upper case is accepted, and missing leading zeros are: the reference's own sample formats the digest as a number.
 */
export const verifyCallbackSignature = (callback: {
  sharedSecret: string;
  /** The bytes as received, before any parsing. */
  rawBody: Uint8Array;
  /** As Node gives it: one string, or nothing, or (never from Smartsheet) several. */
  header: string | readonly string[] | undefined;
}): boolean => {
  const { sharedSecret, rawBody, header } = callback;
  if (typeof header !== 'string' || sharedSecret === '' || !/^[0-9a-f]{1,64}$/i.test(header)) return false;
  const expected = createHmac('sha256', sharedSecret).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(header.padStart(64, '0'), 'hex'));
};
