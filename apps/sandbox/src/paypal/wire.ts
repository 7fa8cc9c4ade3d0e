import * as z from 'zod';
import { fromDecimal, toDecimal } from '../payments/amount.ts';
import { PaypalError } from './paypal.errors.ts';

/** PayPal's times have seconds. */
export function wireTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

export const moneySchema = z.object({
  currency_code: z.string().regex(/^[A-Z]{3}$/),
  value: z.string().regex(/^\d{1,9}(\.\d{1,3})?$/),
});

export function wireMoney(amount: number, currency: string) {
  return { currency_code: currency, value: toDecimal(amount, currency) };
}

/** Returns the smallest units of an amount. Throws when it is finer than its currency. */
export function amountOf({ currency_code, value }: z.infer<typeof moneySchema>, field: string): number {
  const amount = fromDecimal(value, currency_code);
  if (amount !== null) return amount;
  throw new PaypalError('INVALID_REQUEST', [
    { issue: 'DECIMAL_PRECISION', description: 'The amount is finer than its currency.', field },
  ]);
}

export const identifier = z.string().min(1).max(50);
