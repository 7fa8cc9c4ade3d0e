import { z } from 'zod';

const share = z.number().min(0).max(1);

/** What goes wrong on purpose in Smartsheet's part. Members that are left out are off. */
export const faultsSchema = z.strictObject({
  /** Every call answers 429 with code 4003. */
  storm: z.boolean().default(false),
  /** Seconds to announce in Retry-After with a 429. The provider is not known to send it. */
  retryAfter: z.number().int().min(0).nullable().default(null),
  /** Share of calls, 0 to 1, that answer `errorStatus`. */
  errorRate: share.default(0),
  /** 500 answers code 4000, 502 a page of HTML as a proxy would, 503 code 4001, 504 code 4002 as a 500. */
  errorStatus: z.literal([500, 502, 503, 504]).default(500),
  /** Calls are taken and never answered. */
  hang: z.boolean().default(false),
  /** The connection is cut: before the call takes effect, or after, so that the caller cannot know. */
  reset: z.enum(['off', 'before', 'after']).default('off'),
  /** Milliseconds every call takes longer. */
  lagMs: z.number().int().min(0).max(120_000).default(0),
  /** Milliseconds for which a new sheet or webhook answers 404 with code 1006. Meant for everybody. */
  createLagMs: z.number().int().min(0).max(600_000).default(0),
  /** Share of callbacks, 0 to 1, that are lost without a trace. */
  webhookLoss: share.default(0),
  /** Only these operations ("columns.update"); empty is all. Does not limit `webhookLoss`. */
  operations: z.array(z.string()).default([]),
  /** Only calls of these accounts (e-mail); empty is all. Does not limit `webhookLoss`. */
  accounts: z.array(z.string()).default([]),
  /** Switches everything off after so many calls met a fault; null is never. Lag alone does not count. */
  times: z.number().int().min(1).nullable().default(null),
});

export type Faults = z.infer<typeof faultsSchema>;

export const noFaults = (): Faults => faultsSchema.parse({});
