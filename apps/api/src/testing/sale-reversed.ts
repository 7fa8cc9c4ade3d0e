import { readFileSync } from 'node:fs';

type SignedSample = { headers: Record<string, string>; webhookId: string; certificate: string; body: string };

/**
 * An event of a chargeback as PayPal's simulator signed it in 2024, with the certificate of that year, which has expired since. It
 * names neither the payment nor its subscription.
 */
export const saleReversed: SignedSample = JSON.parse(
  readFileSync(new URL('./paypal-sale-reversed.json', import.meta.url), 'utf8'),
);
