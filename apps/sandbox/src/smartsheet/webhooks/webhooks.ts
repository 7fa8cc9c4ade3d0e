import type { SandboxDeps } from '../../deps.ts';
import { getAccess, isNotYetVisible } from '../access.ts';
import type { Caller } from '../api/authentication.ts';
import { apiError } from '../errors.ts';
import { newSecret } from '../ids.ts';
import type { Id } from '../model.ts';
import { verifyCallbackUrl } from './callback.request.ts';
import { parseWebhookCreate, parseWebhookUpdate } from './webhook.input.ts';
import { setWebhookStatus, type Webhook } from './webhook.model.ts';
import { exceedsGridLimits } from './webhook-dispatcher.ts';

const secretLength = 26;

/**
 * Returns the webhooks the caller sees, newest first: an app's own, or with a personal access token all of the user.
 */
export function listWebhooks({ state }: SandboxDeps, { token, account }: Caller): Webhook[] {
  return [...state.webhooks.values()]
    .filter(({ ownerId, clientId }) => ownerId === account.id && isVisibleTo(clientId, token.clientId))
    .reverse();
}

function isVisibleTo(clientId: string | null, caller: string | null) {
  return caller === null || clientId === caller;
}

export function findWebhook(deps: SandboxDeps, { caller, id }: { caller: Caller; id: Id }): Webhook {
  const webhook = deps.state.webhooks.get(id);
  const isVisible =
    webhook?.ownerId === caller.account.id && isVisibleTo(webhook.clientId, caller.token.clientId);
  if (!webhook || !isVisible || isNotYetVisible(webhook, deps)) throw apiError(1006);
  return webhook;
}

/** Creates a webhook, which stays disabled until its callback URL passes the challenge. */
export function createWebhook(
  deps: SandboxDeps,
  { caller, body }: { caller: Caller; body: unknown },
): Webhook {
  const input = parseWebhookCreate(body, deps.config);
  const sheet = deps.state.sheets.get(input.sheetId);
  if (!sheet || getAccess(sheet, caller.account.id) === null) throw apiError(1151);
  const sheetColumnIds = new Set(sheet.columns.map(({ id }) => id));
  if (input.columnIds.some((id) => !sheetColumnIds.has(id))) throw apiError(1293);
  const at = deps.now().getTime();
  const webhook: Webhook = {
    ...input,
    id: deps.newId(),
    ownerId: caller.account.id,
    clientId: caller.token.clientId,
    sharedSecret: newSecret(deps.random, secretLength),
    enabled: false,
    status: 'NEW_NOT_VERIFIED',
    version: 1,
    createdAt: at,
    modifiedAt: at,
    callbacksSinceChallenge: 0,
    pending: [],
  };
  deps.state.webhooks.set(webhook.id, webhook);
  deps.changes.announce({});
  return webhook;
}

/**
 * Updates a webhook. Enabling it, or changing the URL of an enabled one, waits for the challenge. Returns whether the
 * request asked for anything that was not so already.
 */
export async function updateWebhook(
  deps: SandboxDeps,
  { webhook, body }: { webhook: Webhook; body: unknown },
): Promise<boolean> {
  const { name, callbackUrl, enabled } = parseWebhookUpdate(body, deps.config);
  if (webhook.status === 'DISABLED_APP_REVOKED') throw apiError(1153);
  if (webhook.status === 'DISABLED_ADMINISTRATIVE') throw apiError(1154);
  const changesUrl = callbackUrl !== undefined && callbackUrl !== webhook.callbackUrl;
  const disables = enabled === false && webhook.status !== 'DISABLED_BY_OWNER';
  const enables = enabled === true && !webhook.enabled;
  const renames = name !== undefined && name !== webhook.name;
  if (!(renames || changesUrl || enables || disables)) return false;
  if (name !== undefined) webhook.name = name;
  if (callbackUrl !== undefined) webhook.callbackUrl = callbackUrl;
  webhook.modifiedAt = deps.now().getTime();
  if (enabled === false) setWebhookStatus(webhook, 'DISABLED_BY_OWNER', webhook.modifiedAt);
  else if (enables || (webhook.enabled && changesUrl)) await enable(deps, webhook);
  deps.changes.announce({});
  return true;
}

async function enable(deps: SandboxDeps, webhook: Webhook): Promise<void> {
  const { state, now } = deps;
  const at = now().getTime();
  const sheet = state.sheets.get(webhook.sheetId);
  if (!sheet || getAccess(sheet, webhook.ownerId) === null) {
    return setWebhookStatus(webhook, 'DISABLED_SCOPE_INACCESSIBLE', at);
  }
  if (exceedsGridLimits(sheet)) return setWebhookStatus(webhook, 'DISABLED_EXCEEDED_GRID_LIMITS', at);
  const failure = await verifyCallbackUrl(webhook, deps);
  if (failure === null) setWebhookStatus(webhook, 'ENABLED', now().getTime());
  else setWebhookStatus(webhook, 'DISABLED_VERIFICATION_FAILED', now().getTime(), failure);
}

export function deleteWebhook({ state, changes }: SandboxDeps, webhook: Webhook): void {
  setWebhookStatus(webhook, 'DISABLED_BY_OWNER', webhook.modifiedAt);
  state.webhooks.delete(webhook.id);
  changes.announce({});
}

export function resetSharedSecret({ random, now, changes }: SandboxDeps, webhook: Webhook): string {
  webhook.sharedSecret = newSecret(random, secretLength);
  webhook.modifiedAt = now().getTime();
  changes.announce({});
  return webhook.sharedSecret;
}
