import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { isoTime, pageQuery } from './fields.ts';
import { taxOnTotal } from './taxes.ts';

/** An amount with two decimals; negative where money went back. */
const amount = z.number();

const summary = z.object({
  number: z.string(),
  kind: z.enum(['payment', 'refund']),
  issuedAt: isoTime,
  planName: z.string(),
  /** The period that the payment bought; null where it bought none. */
  periodStart: isoTime.nullable(),
  periodEnd: isoTime.nullable(),
  /** The payment method, as shown to the user: `PayPal`. */
  paidWith: z.string(),
  total: amount,
  currency: z.string(),
});

/** Names, addresses and tax numbers are left out where they are not known. */
const party = z.object({
  name: z.string().nullable(),
  /** Receipts that were issued before buyers could give one have none. */
  company: z.string().nullable().default(null),
  address: z.array(z.string()),
  email: z.string().nullable(),
  taxNumber: z.string().nullable(),
});

/** Everything the printed page shows, as it was on the day it was issued. */
export const receiptContent = z.object({
  planName: z.string(),
  /** Where receipts have it: the name is that of the day, and may change. */
  planId: z.int().optional(),
  periodStart: isoTime.nullable(),
  periodEnd: isoTime.nullable(),
  lines: z.array(z.object({ label: z.string(), detail: z.string().nullable(), amount })),
  tax: taxOnTotal.nullable(),
  /** Why there is no tax, or who owes it. */
  taxNote: z.string().nullable().default(null),
  seller: party,
  buyer: party,
  payment: z.object({
    provider: z.string(),
    paidAt: isoTime,
    /** Empty if the provider had not sent it yet. */
    transactionId: z.string(),
    subscriptionId: z.string().nullable(),
  }),
  /** Of a refund: the receipt that it refunds. */
  refundsNumber: z.string().nullable(),
});

export const receipt = summary.extend({ content: receiptContent });

export const receiptEndpoints = {
  /** The user's receipts, newest first. */
  list: endpoint('GET', '/api/subscription/receipts', {
    query: z.strictObject(pageQuery({ defaultLimit: 12, maxLimit: 50 })),
    reply: z.array(summary),
    access: 'user',
    paged: true,
  }),
  read: endpoint('GET', '/api/subscription/receipts/:number', {
    params: z.strictObject({
      number: z
        .string()
        .max(20)
        .regex(/^\d{4}-\d{6,}$/, 'Please give the number of a receipt'),
    }),
    reply: receipt,
    access: 'user',
  }),
};

export type ReceiptSummary = z.output<typeof summary>;
export type Receipt = z.output<typeof receipt>;
