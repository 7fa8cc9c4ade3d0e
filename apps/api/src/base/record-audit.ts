import type { SecurityAction, SecurityDetails } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type { Context } from './context.ts';
import { toNetworkPrefix } from './network.ts';

/** A user who acts, and the address that the request came from. */
export type Actor = { userId: string; network: string };

type AuditEntry = {
  /** The owner of the account; null when nobody has the address that was tried. */
  userId: string | null;
  /** Who acted, when it was not the user. */
  actorId?: string;
  action: SecurityAction;
  /** The address that the request came from. Only its beginning is stored. */
  network: string | null;
  /** Never an email address: events outlive the account. */
  details?: SecurityDetails;
  at: Date;
};

/**
 * Events that somebody without a session can repeat. They are counted per hour and network, so that nobody floods the
 * list.
 */
const counted = new Set<SecurityAction>([
  'registered',
  'registration_refused',
  'login_refused',
  'second_factor_refused',
  'password_reset_requested',
]);

const hourMs = 60 * 60_000;

/**
 * Adds an event to the trail, in the transaction of what it reports, and returns its id. One with the fold key of an
 * earlier one is counted there.
 */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<string> {
  const { userId, action, at, details = {}, actorId = null } = entry;
  const network = entry.network === null ? null : toNetworkPrefix(entry.network);
  const hour = Math.floor(at.getTime() / hourMs);
  const foldKey = counted.has(action) ? `${userId ?? 'nobody'} ${action} ${network} ${hour}` : null;
  const [{ id }] = await tx.$queryRaw<[{ id: string }]>`
    INSERT INTO audit_events AS e (id, user_id, actor_id, action, network, details, at, fold_key)
    VALUES (uuidv7(), ${userId}::uuid, ${actorId}::uuid, ${action}, ${network},
      ${JSON.stringify(details)}::jsonb, ${at}, ${foldKey})
    ON CONFLICT (fold_key) DO UPDATE SET count = e.count + 1, at = greatest(e.at, EXCLUDED.at)
    RETURNING e.id`;
  return id;
}

/** The events that the user gets a mail about: a way into the account was added, used up or removed. */
export const mailedActions = [
  'two_factor_enabled',
  'two_factor_disabled',
  'second_factor_refused',
  'recovery_code_used',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'api_key_created',
  'sign_in_linked',
  'sign_in_unlinked',
] as const satisfies SecurityAction[];

export type MailedAction = (typeof mailedActions)[number];

/**
 * Adds an event and mails the user about it, once, so that an intruder cannot add or remove a way in unnoticed.
 */
export async function recordAndTell(
  context: Context,
  tx: Db,
  entry: AuditEntry & { userId: string; action: MailedAction },
): Promise<void> {
  const auditEventId = await recordAudit(tx, entry);
  await context.sendMailLater(tx, { mail: 'security_notice', auditEventId, key: auditEventId });
}
