import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where Smartsheet puts the signature of a callback. */
export const signatureHeader = 'smartsheet-hmac-sha256';

/** As Node gives a header: one string, or nothing, or (never from Smartsheet) several. */
export type SignatureHeader = string | readonly string[] | undefined;

/** Returns whether a header has the form of a signature. It does not verify it. */
export function isSignatureHeader(header: SignatureHeader): header is string {
  return typeof header === 'string' && /^[0-9a-f]{1,64}$/i.test(header);
}

export type CallbackSignature = ReturnType<typeof startCallbackSignature>;

/**
 * Computes the signature of a callback chunk by chunk, so that a body of any length is verified without being kept in
 * memory.
 *
 * The header `Smartsheet-Hmac-SHA256` is the hex HMAC-SHA-256 of the raw body ("Webhook callbacks", authenticating
 * callbacks). Upper case is accepted, and missing leading zeros are: the reference's own sample formats the digest as
 * a number.
 */
export function startCallbackSignature(sharedSecret: string) {
  const hmac = createHmac('sha256', sharedSecret);
  return {
    update(piece: Uint8Array): void {
      hmac.update(piece);
    },
    /** Finishes the computation and compares in constant time. `digest` is the same for every delivery of one body. */
    verify(header: SignatureHeader): { isGood: boolean; digest: string } {
      const expected = hmac.digest();
      const isGood =
        sharedSecret !== '' &&
        isSignatureHeader(header) &&
        timingSafeEqual(expected, Buffer.from(header.padStart(64, '0'), 'hex'));
      return { isGood, digest: expected.toString('hex') };
    },
  };
}

/** Returns whether a callback was sent by someone who knows the webhook's shared secret. */
export function verifyCallbackSignature(callback: {
  sharedSecret: string;
  /** The bytes as received, before any parsing. */
  rawBody: Uint8Array;
  header: SignatureHeader;
}): boolean {
  const { sharedSecret, rawBody, header } = callback;
  if (sharedSecret === '' || !isSignatureHeader(header)) return false;
  const signature = startCallbackSignature(sharedSecret);
  signature.update(rawBody);
  return signature.verify(header).isGood;
}
