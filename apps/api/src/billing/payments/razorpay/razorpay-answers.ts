import * as z from 'zod';

const id = z.string().regex(/^[\w-]{1,128}$/);
const amount = z.int().min(0);
const currency = z.string().regex(/^[A-Z]{3}$/);
const time = z.int().min(1);

/** A payment link. Texts that are only stored are parsed leniently. */
export const linkShape = z.object({
  id,
  amount,
  amount_paid: amount.default(0),
  currency,
  status: z.enum(['created', 'partially_paid', 'paid', 'expired', 'cancelled']),
  reference_id: z.string().nullish(),
  short_url: z.string().optional(),
  /** Empty, null or missing until somebody has paid. */
  payments: z.array(z.object({ payment_id: id })).nullish(),
  customer: z.object({ email: z.string().nullish(), name: z.string().nullish() }).nullish().catch(null),
});

export type Link = z.output<typeof linkShape>;

export const linksShape = z.object({ payment_links: z.array(linkShape) });

export const paymentShape = z.object({
  id,
  amount,
  currency,
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount_refunded: amount.nullish(),
  email: z.string().nullish().catch(null),
  customer_id: z.string().nullish().catch(null),
  created_at: time,
});

export type Payment = z.output<typeof paymentShape>;

export const refundShape = z.object({
  id,
  payment_id: id,
  amount,
  currency,
  status: z.enum(['pending', 'processed', 'failed']),
  receipt: z.string().nullish().catch(null),
  created_at: time,
});

export type Refund = z.output<typeof refundShape>;

export const refundsShape = z.object({ items: z.array(refundShape) });

export const disputeShape = z.object({
  id,
  payment_id: id,
  amount,
  amount_deducted: amount.nullish(),
  currency,
  /** `open`, `under_review`, `won`, `lost`, `closed`. */
  status: z.string().max(40),
  reason_code: z
    .string()
    .regex(/^\w{1,80}$/)
    .catch('other'),
  respond_by: time.nullish().catch(null),
  created_at: time,
});

export type Dispute = z.output<typeof disputeShape>;

export const disputesShape = z.object({ items: z.array(disputeShape) });
