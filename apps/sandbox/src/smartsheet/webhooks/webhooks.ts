import type { Parts } from '../../parts.ts';
import { accessOf, isTooFresh } from '../access.ts';
import type { Caller } from '../api/bearer.ts';
import { refuse } from '../errors.ts';
import { newSecret } from '../ids.ts';
import type { Id } from '../model.ts';
import { isVerified } from './challenge.ts';
import { isTooLarge } from './listeners.ts';
import { readCreate, readUpdate } from './webhook.input.ts';
import type { Webhook } from './webhook.model.ts';
import { setStatus } from './webhook.status.ts';

const SECRET_LENGTH = 26;

/** An app sees what it made for this user, a personal token all that the user has. Newest first. */
export function webhooksOf({ state }: Pick<Parts, 'state'>, { token, account }: Caller): Webhook[] {
  return [...state.webhooks.values()]
    .filter(({ ownerId, clientId }) => ownerId === account.id && belongsTo(clientId, token.clientId))
    .reverse();
}

const belongsTo = (clientId: string | null, caller: string | null) => caller === null || clientId === caller;

export function requireWebhook(
  parts: Pick<Parts, 'state' | 'faults' | 'now'>,
  { caller, id }: { caller: Caller; id: Id },
): Webhook {
  const webhook = parts.state.webhooks.get(id);
  const isSeen = webhook?.ownerId === caller.account.id && belongsTo(webhook.clientId, caller.token.clientId);
  if (!webhook || !isSeen || isTooFresh(webhook, parts)) throw refuse(1006);
  return webhook;
}

/** A new webhook is disabled until its address has answered the challenge. */
export function createWebhook(parts: Parts, { caller, body }: { caller: Caller; body: unknown }): Webhook {
  const wanted = readCreate(body);
  const sheet = parts.state.sheets.get(wanted.sheetId);
  if (!sheet || accessOf(sheet, caller.account.id) === null) throw refuse(1151);
  const known = new Set(sheet.columns.map(({ id }) => id));
  if (wanted.columnIds.some((id) => !known.has(id))) throw refuse(1293);
  const at = parts.now().getTime();
  const webhook: Webhook = {
    ...wanted,
    id: parts.newId(),
    ownerId: caller.account.id,
    clientId: caller.token.clientId,
    sharedSecret: newSecret(parts.random, SECRET_LENGTH),
    enabled: false,
    status: 'NEW_NOT_VERIFIED',
    version: 1,
    createdAt: at,
    modifiedAt: at,
    callbacksSinceChallenge: 0,
    pending: [],
  };
  parts.state.webhooks.set(webhook.id, webhook);
  parts.changes.announce({});
  return webhook;
}

/** Changes a webhook. Enabling it, or moving an enabled one, waits for the challenge and shows how it went. */
export async function updateWebhook(
  parts: Parts,
  { webhook, body }: { webhook: Webhook; body: unknown },
): Promise<void> {
  const { name, callbackUrl, enabled } = readUpdate(body);
  if (webhook.status === 'DISABLED_APP_REVOKED') throw refuse(1153);
  if (webhook.status === 'DISABLED_ADMINISTRATIVE') throw refuse(1154);
  const moves = callbackUrl !== undefined && callbackUrl !== webhook.callbackUrl;
  if (name !== undefined) webhook.name = name;
  if (callbackUrl !== undefined) webhook.callbackUrl = callbackUrl;
  webhook.modifiedAt = parts.now().getTime();
  if (enabled === false) setStatus(webhook, 'DISABLED_BY_OWNER', webhook.modifiedAt);
  else if ((enabled === true && !webhook.enabled) || (webhook.enabled && moves)) await enable(parts, webhook);
  parts.changes.announce({});
}

async function enable({ state, config, now }: Parts, webhook: Webhook): Promise<void> {
  const at = now().getTime();
  const sheet = state.sheets.get(webhook.sheetId);
  if (!sheet || accessOf(sheet, webhook.ownerId) === null) {
    return setStatus(webhook, 'DISABLED_SCOPE_INACCESSIBLE', at);
  }
  if (isTooLarge(sheet)) return setStatus(webhook, 'DISABLED_EXCEEDED_GRID_LIMITS', at);
  const verified = await isVerified(webhook, config.CALLBACK_TIMEOUT_MS);
  setStatus(webhook, verified ? 'ENABLED' : 'DISABLED_VERIFICATION_FAILED', now().getTime());
}

export function deleteWebhook({ state, changes }: Parts, webhook: Webhook): void {
  setStatus(webhook, 'DISABLED_BY_OWNER', webhook.modifiedAt);
  state.webhooks.delete(webhook.id);
  changes.announce({});
}

export function resetSharedSecret({ random, now, changes }: Parts, webhook: Webhook): string {
  webhook.sharedSecret = newSecret(random, SECRET_LENGTH);
  webhook.modifiedAt = now().getTime();
  changes.announce({});
  return webhook.sharedSecret;
}
