import * as z from 'zod';
import { fromDecimal, toDecimal } from '../payments/amount.ts';

/** An amount as PayPal's API has it. */
export type Money = { currency_code: string; value: string };

/** PayPal's times have seconds. */
export function wireTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** A time of a request: a day alone is none. */
export const timeSchema = z.iso.datetime({ offset: true });

/** Returns whether a moment lies in a range of such times, whose ends may be open. */
export function isBetween(at: number, from: string | undefined, until: string | undefined): boolean {
  return (from === undefined || at >= Date.parse(from)) && (until === undefined || at <= Date.parse(until));
}

/** Returns the schema of a text by its least and greatest length, and by a pattern. */
export function textSchema(least: number, longest: number, pattern: RegExp) {
  return z.string().min(least).max(longest).regex(pattern);
}

/** An amount of version 2 of the payments API, whose rules about it have issues of their own. */
export const looseMoneySchema = z.object({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^(-?\d+|-?\d*\.\d+)$/),
});

/** An amount of plans and subscriptions: not negative, and not finer than its currency. */
export const moneySchema = looseMoneySchema.refine(
  ({ currency_code, value }) => fromDecimal(value, currency_code) !== null,
  { path: ['value'] },
);

export function wireMoney(amount: number, currency: string): Money {
  return { currency_code: currency, value: toDecimal(amount, currency) };
}

/** Returns an amount as PayPal tells what it reckoned for a subscription: 3.5 instead of 3.50, and 7.0 instead of 7.00. */
export function reckonedMoney(amount: number, currency: string): Money {
  const value = String(Number(toDecimal(amount, currency)));
  return { currency_code: currency, value: value.includes('.') ? value : `${value}.0` };
}

/** Returns the smallest units of an amount that its schema let pass. */
export function toAmount({ currency_code, value }: Money): number {
  return fromDecimal(value, currency_code) ?? 0;
}

/** An id of a plan. Others are not looked for. */
export const planIdSchema = textSchema(3, 50, /^P-[A-Z0-9]+$/);
export const productIdSchema = z.string().min(6).max(50);
