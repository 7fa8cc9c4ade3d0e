import * as z from 'zod';
import { paymentFaultsSchema } from '../payments/payment-faults.ts';

const fraction = z.number().min(0).max(1);
const milliseconds = z.number().int().min(0).max(120_000).default(0);

/** Faults that can be turned on: of the Smartsheet API, and in `payments` of PayPal and Razorpay. Those left out are off. */
export const faultsSchema = z.strictObject({
  /** Every call gets 429 with code 4003. */
  storm: z.boolean().default(false),
  /** The Retry-After header of a 429, in seconds. Smartsheet is not known to send one. */
  retryAfter: z.number().int().min(0).nullable().default(null),
  /** Share of calls, 0 to 1, that get `errorStatus`. */
  errorRate: fraction.default(0),
  /**
   * 500 has code 4000, 502 is a proxy's HTML page, 503 has code 4001; 504 and 4004 are status 500 with the codes 4002
   * and 4004.
   */
  errorStatus: z.literal([500, 502, 503, 504, 4004]).default(500),
  /** Calls are accepted and never get a response. */
  hang: z.boolean().default(false),
  /**
   * Calls wait, before or after they take effect, until `DELETE /api/held` or a new PUT of the faults releases them.
   */
  hold: z.enum(['off', 'before', 'after']).default('off'),
  /** The connection is reset before the call takes effect, or after it, so that the caller cannot know. */
  reset: z.enum(['off', 'before', 'after']).default('off'),
  /** Delay of every call before it takes effect. */
  lagMs: milliseconds,
  /** Delay of every response after the call took effect. */
  answerLagMs: milliseconds,
  /**
   * How "Get Sheet" returns rows: without the last two fifths, without the `rows` field, with one row twice, or with
   * cells of an unknown shape. `totalRowCount` stays right.
   */
  rows: z.enum(['whole', 'fewer', 'missing', 'repeated', 'strange']).default('whole'),
  /** Maximum rows per response of "Get Sheet"; the rest are on the next pages. Null means no maximum. */
  rowsPerAnswer: z.number().int().min(1).nullable().default(null),
  /** Rows that "Update Rows" refuses with code 1042, as where a cell breaks a rule that no read shows. Empty means none. */
  refusedRows: z.array(z.coerce.string()).default([]),
  /**
   * How "List Sheets" answers, whatever `includeAll` asks: with pages of at most 100, with tokens for the next page and
   * without versions, or with the first 100 and nothing after them.
   */
  sheetList: z.enum(['whole', 'pages', 'tokens', 'cut']).default('whole'),
  /** How many seconds new tokens live, as an administrator may set for a plan. Null means the usual life. */
  tokenLifetimeSeconds: z.number().int().min(1).nullable().default(null),
  /** Leaves that life out of `expires_in`, which then names the usual one. */
  tokenLifetimeHidden: z.boolean().default(false),
  /** Body of a successful response: cut off, an HTML page, an error envelope, or one byte per second. */
  body: z.enum(['whole', 'truncated', 'html', 'error', 'slow']).default('whole'),
  /** How long a new sheet or webhook gets 404 with code 1006. Applies to every account. */
  createLagMs: z.number().int().min(0).max(600_000).default(0),
  /** Share of callbacks, 0 to 1, that are dropped while the webhook stays enabled. */
  webhookLoss: fraction.default(0),
  /** Limits the faults to these operations, such as "columns.update". Empty means all. `webhookLoss` ignores it. */
  operations: z.array(z.string()).default([]),
  /** Limits the faults to these accounts (email). Empty means all. `webhookLoss` ignores it. */
  accounts: z.array(z.string()).default([]),
  /** Limits the faults to calls about these sheets and to their callbacks. Empty means all. */
  sheets: z.array(z.coerce.string()).default([]),
  /** Number of calls that pass before the first fault. */
  skip: z.number().int().min(0).default(0),
  /** Turns all faults off after this many calls were affected. Null means never. Delays alone do not count. */
  times: z.number().int().min(1).nullable().default(null),
  /** Not limited by the fields above. */
  payments: paymentFaultsSchema.prefault({}),
});

export type Faults = z.infer<typeof faultsSchema>;

/** The faults that change which rows "Get Sheet" and which sheets "List Sheets" returns, and which rows "Update Rows" takes. */
export type ContentFaults = Pick<Faults, 'rows' | 'rowsPerAnswer' | 'sheetList' | 'refusedRows'>;

export function noFaults(): Faults {
  return faultsSchema.parse({});
}

/** The operation, the email address of the account and the sheet of a call, as the faults filter by them. */
export type FaultTarget = { operation: string; account: string | null; sheetId: string | null };

/** Returns whether a filter includes the value. An empty filter includes everything. */
export function matchesFilter(filter: readonly string[], value: string | null): boolean {
  return filter.length === 0 || (value !== null && filter.includes(value));
}

/** A call that waits until it is released, before or after it has taken effect. */
type HeldCall = FaultTarget & { hold: 'before' | 'after' };

export type HeldCalls = {
  /** Resolves when the call is released. */
  wait: (call: HeldCall) => Promise<void>;
  list: () => HeldCall[];
  /** Releases all waiting calls. */
  release: () => void;
};

/** Returns an empty list of held calls. */
export function createHeldCalls(): HeldCalls {
  const held = new Map<HeldCall, () => void>();
  return {
    wait: (call) => new Promise((resolve) => held.set(call, resolve)),
    list: () => [...held.keys()],
    release: () => {
      for (const resolve of held.values()) resolve();
      held.clear();
    },
  };
}
