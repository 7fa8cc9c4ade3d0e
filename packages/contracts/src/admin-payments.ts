import * as z from 'zod';
import { reasonField } from './admin.ts';
import { endpoint } from './endpoint.ts';
import { adminAct, adminPages } from './endpoint-kinds.ts';
import { idField, idParams, isoTime, pageQuery } from './fields.ts';
import { paymentProviders } from './subscriptions.ts';

/**
 * `grant`: its payer gets the plan it was for. `give_back`: the whole of it goes back. `record_refund`: a part is back already, and is
 * written down. `settled`: there is nothing left to do.
 */
const settlements = ['grant', 'give_back', 'record_refund', 'settled'] as const;

const payment = z.object({
  id: idField,
  /** What it was for, where that is known. */
  planName: z.string().nullable(),
  provider: z.enum(paymentProviders),
  paymentId: z.string().nullable(),
  /** Where the provider's own pages show the payment. */
  providerPage: z.string().nullable(),
  amount: z.number(),
  currency: z.string(),
  paidAt: isoTime.nullable(),
  /** Refunds that are complete or pending. */
  refunded: z.number(),
});

const paymentToSettle = payment.extend({
  /**
   * `unmatched`: it buys nothing. `partly_refunded`: a part is back, and the provider does not say how much. `refund_refused`: the
   * provider does not refund what we asked it to. `unlisted`: the provider reported the payment, but does not list it.
   */
  kind: z.enum(['unmatched', 'partly_refunded', 'refund_refused', 'unlisted']),
  /** One sentence: why it is here. */
  why: z.string(),
  /** What can be done about it here. */
  ways: z.array(z.enum(settlements)),
  /** Null when the account is deleted. */
  email: z.string().nullable(),
  /** The provider's subscription or link. */
  reference: z.string().nullable(),
  /** What the system still has to refund. */
  refundDue: z.number(),
  /** The largest refund that can be recorded by hand; 0 if the provider reports refunds itself. */
  mostRefunded: z.number(),
});

/** Returns the schema of an amount that must be given; `message` says what is missing. */
function amountField(message: string) {
  return z
    .number(message)
    .positive(message)
    .max(99_999_999, 'At most 99,999,999')
    .multipleOf(0.01, 'Please give whole cents');
}

export const settlePaymentBody = z.strictObject({
  how: z.enum(settlements, 'Please say how'),
  reason: reasonField,
  /** With `record_refund`: the refunded amount, in the payment's currency. */
  refunded: amountField('Please enter what is back').optional(),
});

/** `refundable`: the largest amount that can be refunded; 0 for none. */
const userPayment = payment.extend({ refundable: z.number() });

export const refundPaymentBody = z.strictObject({
  /** In the payment's currency. */
  amount: amountField('Please enter an amount'),
  /** The refunded amount that the administrator saw. If it has changed since, nothing is refunded. */
  refunded: z.number().nonnegative().max(99_999_999),
  reason: reasonField,
});

export const adminPaymentEndpoints = {
  /** Payments that somebody has to look at: they bought nothing, a part of unknown size was refunded, or a provider refuses the refund or does not list them. Newest first. */
  list: endpoint('GET', '/api/admin/payments-to-settle', { ...adminPages, reply: z.array(paymentToSettle) }),
  /** What a user has paid, newest first. */
  ofUser: endpoint('GET', '/api/admin/users/:id/payments', {
    ...adminPages,
    params: idParams,
    query: z.strictObject(pageQuery({ defaultLimit: 10, maxLimit: 100 })),
    reply: z.array(userPayment),
  }),
  /** Refunds a payment or a part of it at its provider. A repeated request with the same `refunded` makes one refund. */
  refund: endpoint('POST', '/api/admin/payments/:id/refund', {
    ...adminAct,
    params: idParams,
    body: refundPaymentBody,
  }),
  settle: endpoint('POST', '/api/admin/payments-to-settle/:id/settle', {
    ...adminAct,
    params: idParams,
    body: settlePaymentBody,
  }),
};
