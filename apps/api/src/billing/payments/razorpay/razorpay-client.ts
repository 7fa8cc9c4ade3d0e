import Razorpay from 'razorpay';
import * as z from 'zod';
import { ProviderError } from '../provider-error.ts';
import { createTransport, repeatOnce } from '../provider-transport.ts';

export type RazorpaySettings = {
  keyId: string;
  keySecret: string;
  /** Where Razorpay's API is: its own host, or that of a stand-in. */
  apiBase: string;
  /** What Razorpay signs events with; without it no event can be verified. */
  webhookSecret?: string | undefined;
  timeoutMs: number;
};

export type RazorpayClient = ReturnType<typeof createRazorpayClient>;

type Work = (sdk: Razorpay) => Promise<unknown>;

/** Creates the client that all calls to Razorpay share. The SDK has no setting for its host or a time-out, so its axios gets them. */
export function createRazorpayClient(settings: RazorpaySettings) {
  const transport = createTransport({ ...settings, provider: 'razorpay', base: settings.apiBase });
  const sdk = new Razorpay({ key_id: settings.keyId, key_secret: settings.keySecret });
  Object.assign(getAxiosDefaults(sdk.api), { adapter: transport.adapter, timeout: settings.timeoutMs });

  /**
   * Makes a call of the SDK; `call` names it in errors. Returns its answer once it has the shape that we know: the SDK's types
   * promise more than its answers hold. Throws `unknown` otherwise, and for a state that is new.
   */
  async function askOnce<T>(call: string, shape: z.ZodType<T>, work: Work): Promise<T> {
    const { data, error } = shape.safeParse(await transport.run(call, () => work(sdk)));
    if (data !== undefined) return data;
    // Only the path of the error, never the value.
    const code = error?.issues[0]?.path.join('.');
    throw new ProviderError({ provider: 'razorpay', call, kind: 'unknown', code });
  }

  return {
    apiBase: settings.apiBase,
    askOnce,
    /** The same, made again where a failure may pass. */
    ask: <T>(call: string, shape: z.ZodType<T>, work: Work, repeat?: Parameters<typeof repeatOnce>[1]) =>
      repeatOnce(() => askOnce(call, shape, work), repeat),
  };
}

/** Returns the defaults of the axios inside the SDK, which its types do not show. Throws when a new version has moved it. */
function getAxiosDefaults(api: object): object {
  const { rq } = api as { rq?: { defaults?: object } };
  if (!rq?.defaults) throw new Error('The Razorpay SDK has no axios at api.rq any more.');
  return rq.defaults;
}

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
  /** The currency of the seller's account; missing where the payment is in it. */
  base_currency: currency.nullish().catch(null),
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
