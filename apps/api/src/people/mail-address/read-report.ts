import type { MailProblem } from '@picksync/contracts';
import * as z from 'zod';

/** The part of an event of Postmark that matters here. */
const event = z.looseObject({
  RecordType: z.string(),
  Type: z.string().optional(),
  Email: z.string().max(320).optional(),
  Recipient: z.string().max(320).optional(),
  Inactive: z.boolean().optional(),
  SuppressSending: z.boolean().optional(),
  SuppressionReason: z.string().nullish(),
  BouncedAt: z.string().optional(),
  ChangedAt: z.string().optional(),
});

export type AddressReport = { address: string; reason: MailProblem; at: Date };

/**
 * Returns the report that an address is undeliverable; null for problems that pass by themselves, such as a full
 * mailbox, and for any other event. `now` replaces a time that is missing or in the future.
 */
export function readReport(body: unknown, now: Date): AddressReport | null {
  const { data } = event.safeParse(body);
  if (!data) return null;
  const address = data.Email ?? data.Recipient;
  const reason = toProblem(data);
  if (!address || !reason) return null;
  const told = new Date(data.BouncedAt ?? data.ChangedAt ?? Number.NaN);
  return { address, reason, at: told < now ? told : now };
}

function toProblem(data: z.output<typeof event>): MailProblem | null {
  if (data.RecordType === 'SpamComplaint') return 'complaint';
  if (data.RecordType === 'Bounce') return data.Inactive === true ? 'bounce' : null;
  if (data.RecordType !== 'SubscriptionChange' || data.SuppressSending !== true) return null;
  return data.SuppressionReason === 'SpamComplaint' ? 'complaint' : 'bounce';
}
