import { AppError, type MailProblem } from '@picksync/contracts';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import type { Caller } from '../../http/caller.ts';

const markedAsSpam =
  'A mail of ours was marked as spam there, so nothing more is sent to it. Please change your email address, or write to support.';

/**
 * Reactivates the user's address after mail to it came back. The provider refuses when the reader marked a mail as
 * spam.
 */
export async function confirmAddress(context: Context, { user }: Caller): Promise<{ message: string }> {
  if (user.mailProblem === 'complaint') throw new AppError('forbidden', { message: markedAsSpam });
  if (user.mailProblem) {
    await context.mailer.reactivate(user.email).catch((cause: unknown) => {
      throw new AppError('unavailable', { cause });
    });
    // Mails that came back before this moment do not count any more.
    const data = { undeliverableAddress: null, undeliverableReason: null, undeliverableAt: context.now() };
    await context.db.user.updateMany({ where: { id: user.id }, data });
  }
  return { message: 'Thank you. Mail is sent to your address again.' };
}

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

type AddressReport = { address: string; reason: MailProblem; at: Date };

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

/**
 * Records that an address is undeliverable, where its user sees it, unless it is marked already or the user has confirmed
 * it since. Does nothing for an address without a user.
 */
export async function reportUndeliverable(
  context: Context,
  { address, reason, at }: AddressReport,
): Promise<void> {
  await context.db.$transaction(async (tx) => {
    const [marked] = await tx.$queryRaw<{ id: string }[]>`
      UPDATE users SET undeliverable_address = email, undeliverable_reason = ${reason}, undeliverable_at = ${at}
      WHERE email = ${address.trim().toLowerCase()} AND undeliverable_address IS DISTINCT FROM email
        AND (undeliverable_at IS NULL OR undeliverable_at < ${at})
      RETURNING id`;
    if (!marked) return;
    // Which of our mails came back is not looked up.
    context.metrics.count('picksync_mails_total', { mail: 'unknown', outcome: 'bounced' });
    await recordAudit(tx, { userId: marked.id, action: 'mail_undeliverable', network: null, at });
  });
}
