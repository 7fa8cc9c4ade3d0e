import type { MailProblem } from '@picksync/contracts';
import type { Db } from '@picksync/db';

/**
 * Marks an address as undeliverable, unless it is marked already or its user has confirmed it since. Returns the users
 * with this address, at most one.
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
