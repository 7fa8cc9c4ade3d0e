import { createHmac, timingSafeEqual } from 'node:crypto';

/** The parameters of a return address. */
export type RazorpayReturn = {
  paymentId: string;
  linkId: string;
  /** Empty where the address does not have it. */
  referenceId: string;
  status: string;
  signature: string;
};

/**
 * Creates the check of the signature that Razorpay puts on a return address: the hex HMAC-SHA256, with the key's
 * secret, of link, reference, status and payment (razorpay 2.9.8, `validatePaymentVerification`). Without a secret
 * nothing is signed.
 */
export function createRazorpayReturnCheck(keySecret: string | undefined) {
  return ({ linkId, referenceId, status, paymentId, signature }: RazorpayReturn): boolean => {
    if (!keySecret) return false;
    const signed = [linkId, referenceId, status, paymentId].join('|');
    const expected = createHmac('sha256', keySecret).update(signed).digest();
    const given = Buffer.from(signature, 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
}
