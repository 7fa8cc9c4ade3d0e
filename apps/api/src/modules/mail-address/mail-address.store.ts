import type { MailProblem } from '@picksync/contracts';
import type { Db } from '@picksync/db';

/**
 * Marks an address as one that takes no mail, unless it is marked already or its user has confirmed it since. Returns the
 * users whose address it is, at most one.
 */
export function markUndeliverable(
  db: Db,
  { address, reason, at }: { address: string; reason: MailProblem; at: Date },
): Promise<{ id: string }[]> {
  return db.$queryRaw<{ id: string }[]>`
    UPDATE users SET undeliverable_address = email, undeliverable_reason = ${reason}, undeliverable_at = ${at}
    WHERE email = ${address} AND undeliverable_address IS DISTINCT FROM email
      AND (undeliverable_at IS NULL OR undeliverable_at < ${at})
    RETURNING id`;
}

/** Takes the mark away, and remembers when: what came back before does not count any more. */
export async function clearUndeliverable(
  db: Db,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await db.user.updateMany({
    where: { id: userId },
    data: { undeliverableAddress: null, undeliverableReason: null, undeliverableAt: at },
  });
}
