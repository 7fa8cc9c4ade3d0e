import type { Parts } from '../../parts.ts';
import { isListed } from '../../tools/faults.ts';
import { newSecret } from '../ids.ts';
import { eventsBody } from './callback.body.ts';
import { postJson, signatureOf } from './callback.send.ts';
import { isVerified } from './challenge.ts';
import { outcomeOf, retryDelay } from './retry.ts';
import type { Callback, Webhook } from './webhook.model.ts';
import { setStatus } from './webhook.status.ts';

export type DeliveryParts = Pick<Parts, 'config' | 'state' | 'now' | 'random' | 'changes' | 'faults'>;

const CALLBACKS_PER_CHALLENGE = 100;

export const signedHeaders = ({ id, sharedSecret }: Webhook, body: string) => ({
  'Smartsheet-Hook-Id': String(id),
  'Smartsheet-Hmac-SHA256': signatureOf(body, sharedSecret),
});

/** Sends what a webhook has to say once: a callback that failed before, or its waiting events. */
export async function deliver(parts: DeliveryParts, webhook: Webhook): Promise<void> {
  const { config, now, changes } = parts;
  if (!webhook.callback && webhook.pending.length === 0) return;
  if (!webhook.callback && isLost(parts, webhook)) {
    webhook.pending = [];
    delete webhook.pendingSince;
    return;
  }
  if (!webhook.callback && !(await stillWanted(parts, webhook))) return;
  const callback = webhook.callback ?? takePending(webhook, now().getTime());
  const answer = await postJson(webhook.callbackUrl, {
    body: callback.body,
    headers: signedHeaders(webhook, callback.body),
    timeoutMs: config.CALLBACK_TIMEOUT_MS,
  });
  // It may have been disabled, or deleted, while the other side was thinking.
  if (webhook.callback === callback) settle(parts, { webhook, callback, status: answer?.status ?? null });
  changes.announce({});
}

const isLost = ({ faults, random }: DeliveryParts, { sheetId }: Webhook) => {
  const { webhookLoss, sheets } = faults.current;
  return webhookLoss > 0 && isListed(sheets, String(sheetId)) && random() < webhookLoss;
};

/** Once every hundred callbacks the address has to answer a challenge again. */
async function stillWanted({ config, now }: DeliveryParts, webhook: Webhook): Promise<boolean> {
  if (webhook.callbacksSinceChallenge < CALLBACKS_PER_CHALLENGE) return true;
  const verified = await isVerified(webhook, config.CALLBACK_TIMEOUT_MS);
  if (!webhook.enabled) return false;
  if (!verified) setStatus(webhook, 'DISABLED_VERIFICATION_FAILED', now().getTime());
  webhook.callbacksSinceChallenge = 0;
  return verified;
}

function takePending(webhook: Webhook, at: number): Callback {
  const callback: Callback = { body: eventsBody(webhook, webhook.pending, at), failures: 0, nextAt: at };
  webhook.pending = [];
  delete webhook.pendingSince;
  webhook.callback = callback;
  webhook.callbacksSinceChallenge += 1;
  return callback;
}

function failureDetails({ random }: DeliveryParts, status: number | null): string {
  const what = status === null ? 'Request timed out' : `Request returned HTTP status code ${status}`;
  return `${what} (ref id: ${newSecret(random, 12)})`;
}

function settle(
  parts: DeliveryParts,
  { webhook, callback, status }: { webhook: Webhook; callback: Callback; status: number | null },
): void {
  const { config, now } = parts;
  const at = now().getTime();
  webhook.lastAttemptAt = at;
  webhook.lastAttemptRetries = callback.failures;
  // No answer at all counts as a timeout, which is tried again.
  const outcome = status === null ? 'retry' : outcomeOf(status);
  if (outcome === 'delivered') {
    webhook.lastSuccessAt = at;
    delete webhook.callback;
    return;
  }
  callback.failures += 1;
  const wait = outcome === 'retry' ? retryDelay(callback.failures, config.RETRY_HOUR_MS) : null;
  if (wait === null) setStatus(webhook, 'DISABLED_CALLBACK_FAILED', at, failureDetails(parts, status));
  else callback.nextAt = at + wait;
}
