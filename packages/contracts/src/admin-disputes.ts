import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { adminPages } from './endpoint-kinds.ts';
import { idField, isoTime } from './fields.ts';

const dispute = z.object({
  id: idField,
  provider: z.enum(['paypal', 'razorpay']),
  /** The provider's ids of the dispute and of its payment. */
  disputeId: z.string(),
  paymentId: z.string().nullable(),
  /** Whether we know the payment, who paid it, and for which plan. The email is null when the account is deleted. */
  isOurs: z.boolean(),
  email: z.string().nullable(),
  planName: z.string().nullable(),
  /** The provider's reason, in words; nothing that a person has written. */
  reason: z.string(),
  /** `open`: the seller may have to answer. `under_review`: the payer, their bank or the provider has to act. */
  status: z.enum(['open', 'under_review', 'closed']),
  /** `ended`: without a decision. Null until it is closed. */
  outcome: z.enum(['won', 'lost', 'ended']).nullable(),
  /** Null in a currency without cents. */
  amount: z.number().nullable(),
  currency: z.string(),
  /** The deadline for an answer; null if the provider sent no date. */
  respondBy: isoTime.nullable(),
  openedAt: isoTime,
  closedAt: isoTime.nullable(),
  /** The provider's own page, where the dispute is answered. */
  providerPage: z.string().nullable(),
});

export const adminDisputeEndpoints = {
  /** Disputes about payments: the open ones, the soonest deadline first, then the closed ones, the newest first. */
  list: endpoint('GET', '/api/admin/disputes', { ...adminPages, reply: z.array(dispute) }),
};
