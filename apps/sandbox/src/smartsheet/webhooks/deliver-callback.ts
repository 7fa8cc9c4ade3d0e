import type { SandboxDeps } from '../../deps.ts';
import { matchesFilter } from '../../faults/faults.ts';
import { eventsBody, failureDetails, postCallback, verifyCallbackUrl } from './callback.request.ts';
import { type Callback, clearPending, setWebhookStatus, type Webhook } from './webhook.model.ts';

export type DeliveryDeps = Pick<SandboxDeps, 'config' | 'state' | 'now' | 'random' | 'changes' | 'faults'>;

const callbacksPerChallenge = 100;

/** Sends one callback of a webhook: the one that failed before, or a new one with the pending events. */
export async function deliverCallback(deps: DeliveryDeps, webhook: Webhook): Promise<void> {
  const { config, now, changes } = deps;
  if (!webhook.callback) {
    if (webhook.pending.length === 0) return;
    if (isDropped(deps, webhook)) {
      clearPending(webhook);
      return;
    }
    if (!(await reverifyWhenDue(deps, webhook))) return;
  }
  const callback = webhook.callback ?? startCallback(webhook, now().getTime());
  const answer = await postCallback(webhook, callback.body, config);
  // The webhook may have been disabled or deleted meanwhile.
  if (webhook.callback === callback)
    recordOutcome(deps, { webhook, callback, status: answer?.status ?? null });
  changes.announce({});
}

function isDropped({ faults, random }: DeliveryDeps, { sheetId }: Webhook) {
  const { webhookLoss, sheets } = faults.current;
  return webhookLoss > 0 && matchesFilter(sheets, String(sheetId)) && random() < webhookLoss;
}

/** Verifies the callback URL again every hundred callbacks. Returns whether the webhook may be called. */
async function reverifyWhenDue(deps: DeliveryDeps, webhook: Webhook): Promise<boolean> {
  if (webhook.callbacksSinceChallenge < callbacksPerChallenge) return true;
  const failure = await verifyCallbackUrl(webhook, deps);
  if (!webhook.enabled) return false;
  if (failure !== null) {
    setWebhookStatus(webhook, 'DISABLED_VERIFICATION_FAILED', deps.now().getTime(), failure);
  }
  webhook.callbacksSinceChallenge = 0;
  return failure === null;
}

function startCallback(webhook: Webhook, at: number): Callback {
  const callback: Callback = { body: eventsBody(webhook, webhook.pending, at), failures: 0, nextAt: at };
  clearPending(webhook);
  webhook.callback = callback;
  webhook.callbacksSinceChallenge += 1;
  return callback;
}

function recordOutcome(
  deps: DeliveryDeps,
  { webhook, callback, status }: { webhook: Webhook; callback: Callback; status: number | null },
): void {
  const { config, now } = deps;
  const at = now().getTime();
  webhook.lastAttemptAt = at;
  webhook.lastAttemptRetries = callback.failures;
  // No response counts as a timeout, which is retried.
  const outcome = status === null ? 'retry' : getOutcome(status);
  if (outcome === 'delivered') {
    webhook.lastSuccessAt = at;
    delete webhook.callback;
    return;
  }
  callback.failures += 1;
  const wait = outcome === 'retry' ? retryDelay(callback.failures, config.RETRY_HOUR_MS) : null;
  if (wait !== null) callback.nextAt = at + wait;
  else {
    const details = failureDetails({ random: deps.random, status });
    setWebhookStatus(webhook, 'DISABLED_CALLBACK_FAILED', at, details);
  }
}

const realHourMs = 3_600_000;
const halfMinuteMs = 30_000;
const maxBackoffs = 7;
const maxRetries = 14;

/**
 * Returns the delay in milliseconds before the next attempt, or null after the last: seven with a growing delay (its
 * start is not documented), then every three hours, fourteen in total. `hourMs` is the length of an hour here.
 */
export function retryDelay(failures: number, hourMs: number): number | null {
  if (failures > maxRetries) return null;
  const wait = failures > maxBackoffs ? 3 * realHourMs : halfMinuteMs * 2 ** (failures - 1);
  return Math.round((wait / realHourMs) * hourMs);
}

type Outcome = 'delivered' | 'retry' | 'fatal';

/** Returns what a response status means. Only 200 is a success; 4xx (except 410) and 5xx are retried. */
export function getOutcome(status: number): Outcome {
  if (status === 200) return 'delivered';
  if (status >= 400 && status <= 599 && status !== 410) return 'retry';
  return 'fatal';
}
