import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { razorpayId } from '../payments/random-text.ts';
import { RazorpayError } from './razorpay.errors.ts';
import type { PaymentLink } from './razorpay.model.ts';

const minuteMs = 60_000;
const shortestLifeMs = 15 * minuteMs;
const longestMonths = 6;
const maxNotes = 15;

const linkSchema = z.object({
  amount: z.number().int('must be an integer').min(100, 'is below the minimum amount'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is not supported')
    .default('INR'),
  accept_partial: z.boolean().default(false),
  reference_id: z.string().max(40, 'must not be longer than 40 characters').default(''),
  description: z.string().max(2048, 'is too long').default(''),
  customer: z
    .object({ name: z.string().optional(), email: z.email().optional(), contact: z.string().optional() })
    .default({}),
  notes: z
    .record(z.string(), z.coerce.string().max(256, 'is longer than 256 characters'))
    .refine((notes) => Object.keys(notes).length <= maxNotes, `has more than ${maxNotes} pairs`)
    .default({}),
  callback_url: z.url('must be a valid URL').default(''),
  callback_method: z.literal('get', 'must be get').optional(),
  /** Seconds. */
  expire_by: z.number().int('must be a timestamp').min(0).optional(),
});

/** Returns the last moment a link made now may end. */
export function latestExpiry(from: number): number {
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + longestMonths);
  return end.getTime();
}

/** Creates a payment link. Throws Razorpay's error: a repeated reference id is one, whatever became of the first. */
export function createLink(
  { state, now, random, changes }: Pick<SandboxDeps, 'state' | 'now' | 'random' | 'changes'>,
  body: unknown,
): PaymentLink {
  const input = linkSchema.parse(body);
  const at = now().getTime();
  if (input.callback_url !== '' && input.callback_method === undefined)
    throw new RazorpayError({
      description: 'callback_method: is required with callback_url',
      field: 'callback_method',
    });
  if (input.accept_partial)
    throw new RazorpayError({
      description: 'accept_partial: the sandbox has no partial payments',
      field: 'accept_partial',
    });
  const { links } = state.payments.razorpay;
  if (input.reference_id !== '' && links.some(({ referenceId }) => referenceId === input.reference_id))
    throw new RazorpayError({
      description: `payment link with reference_id ${input.reference_id} already exists`,
      field: 'reference_id',
    });
  const link: PaymentLink = {
    id: razorpayId(random, 'plink'),
    shortId: razorpayId(random, 'i').slice(2, 10),
    orderId: razorpayId(random, 'order'),
    status: 'created',
    amount: input.amount,
    amountPaid: 0,
    currency: input.currency,
    referenceId: input.reference_id,
    description: input.description,
    customer: input.customer,
    notes: input.notes,
    callbackUrl: input.callback_url,
    expireBy: expiryOf(input.expire_by, at),
    createdAt: at,
    updatedAt: at,
    cancelledAt: null,
    expiredAt: null,
    aheadMs: 0,
  };
  links.push(link);
  changes.announce({ payments: true });
  return link;
}

function expiryOf(expireBy: number | undefined, at: number): number | null {
  if (expireBy === undefined || expireBy === 0) return null;
  const end = expireBy * 1000;
  const refuse = (description: string) => new RazorpayError({ description, field: 'expire_by' });
  if (end < at + shortestLifeMs) throw refuse('expire_by: timestamp must be at least 15 minutes in future');
  if (end > latestExpiry(at)) throw refuse('expire_by: timestamp must be within six months');
  return end;
}
