import * as z from 'zod';

const share = z.number().min(0).max(1);
const milliseconds = z.number().int().min(0).max(120_000).default(0);

/** What goes wrong on purpose in Smartsheet's part. Members that are left out are off. */
export const faultsSchema = z.strictObject({
  /** Every call answers 429 with code 4003. */
  storm: z.boolean().default(false),
  /** Seconds to announce in Retry-After with a 429. The provider is not known to send it. */
  retryAfter: z.number().int().min(0).nullable().default(null),
  /** Share of calls, 0 to 1, that answer `errorStatus`. */
  errorRate: share.default(0),
  /** 500 answers code 4000, 502 a page of HTML as a proxy would, 503 code 4001; 504 is code 4002 and 4004 that code, both as a 500. */
  errorStatus: z.literal([500, 502, 503, 504, 4004]).default(500),
  /** Calls are taken and never answered. */
  hang: z.boolean().default(false),
  /** Calls wait, before or after they take effect, until they are released (`DELETE /api/held`) or the faults are put anew. */
  hold: z.enum(['off', 'before', 'after']).default('off'),
  /** The connection is cut: before the call takes effect, or after, so that the caller cannot know. */
  reset: z.enum(['off', 'before', 'after']).default('off'),
  /** Milliseconds every call waits before it takes effect. */
  lagMs: milliseconds,
  /** Milliseconds every answer waits after the call took effect. */
  answerLagMs: milliseconds,
  /**
   * What "Get Sheet" does to its rows: the last two fifths are left out, the whole member is, one row comes twice, or
   * cells come in a shape that nobody has heard of. `totalRowCount` stays the truth.
   */
  rows: z.enum(['whole', 'fewer', 'missing', 'repeated', 'strange']).default('whole'),
  /** Most rows "Get Sheet" gives in one answer; the rest are on the next pages. Null is without limit. */
  rowsPerAnswer: z.number().int().min(1).nullable().default(null),
  /** Answers with 200 whose body breaks off, is a page of HTML, is an error's envelope, or comes a byte a second. */
  body: z.enum(['whole', 'truncated', 'html', 'error', 'slow']).default('whole'),
  /** Milliseconds for which a new sheet or webhook answers 404 with code 1006. Meant for everybody. */
  createLagMs: z.number().int().min(0).max(600_000).default(0),
  /** Share of callbacks, 0 to 1, that are lost without a trace: the webhook still says that it is enabled. */
  webhookLoss: share.default(0),
  /** Only these operations ("columns.update"); empty is all. Does not limit `webhookLoss`. */
  operations: z.array(z.string()).default([]),
  /** Only calls of these accounts (e-mail); empty is all. Does not limit `webhookLoss`. */
  accounts: z.array(z.string()).default([]),
  /** Only calls about these sheets, and callbacks of them; empty is all. */
  sheets: z.array(z.coerce.string()).default([]),
  /** Lets so many calls pass before the first one meets a fault. */
  skip: z.number().int().min(0).default(0),
  /** Switches everything off after so many calls met a fault; null is never. Lag alone does not count. */
  times: z.number().int().min(1).nullable().default(null),
});

export type Faults = z.infer<typeof faultsSchema>;

export function noFaults(): Faults {
  return faultsSchema.parse({});
}

type Subject = { operation: string; account: string | null; sheetId: string | null };

/** Whether the faults are meant for this call at all. */
export function appliesTo(faults: Faults, { operation, account, sheetId }: Subject): boolean {
  return (
    matchesFilter(faults.operations, operation) &&
    matchesFilter(faults.accounts, account) &&
    matchesFilter(faults.sheets, sheetId)
  );
}

/** Whether a filter lets this through; an empty one lets everything through. */
export function matchesFilter(wanted: readonly string[], given: string | null): boolean {
  return wanted.length === 0 || (given !== null && wanted.includes(given));
}
