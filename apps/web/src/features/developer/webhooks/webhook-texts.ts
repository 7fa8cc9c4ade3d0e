import { deliveryFailures, type OutgoingWebhook, type WebhookDelivery } from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';
import { formatMoment } from '../../../ui/dates.ts';

/** Returns the state of an outgoing webhook in a word. */
export function webhookState(
  { isActive, stopReason, failingSince }: OutgoingWebhook,
  isPaidFor: boolean,
): { tone: Tone; text: string } {
  if (!isPaidFor) return { tone: 'bad', text: 'Off' };
  if (stopReason) return { tone: 'bad', text: 'Stopped' };
  if (!isActive) return { tone: 'neutral', text: 'Switched off' };
  return failingSince ? { tone: 'bad', text: 'Failing' } : { tone: 'good', text: 'Active' };
}

/** Returns what its owner has to know about the webhook; null when nothing. */
export function webhookTrouble(webhook: OutgoingWebhook): string | null {
  const { stopReason, failingSince, previousSecretUntil } = webhook;
  if (stopReason === 'gone') return 'The receiver says that it is gone. Switch it on when it is back.';
  if (stopReason === 'secret_lost')
    return 'Its secret can no longer be read, so nothing can be signed. Make a new secret, then switch it on.';
  if (stopReason === 'port_refused')
    return 'The port of its address is neither 443 nor 8443. Enter an address with one of them, then switch it on.';
  if (stopReason === 'failing')
    return 'It failed for three days, so nothing more is sent. Switch it on when the receiver works again.';
  if (failingSince)
    return `Failing since ${formatMoment(failingSince)}. After three days nothing more is sent.`;
  return previousSecretUntil && `The old secret signs as well until ${formatMoment(previousSecretUntil)}.`;
}

/** Returns the result of a delivery in one line. */
export function deliveryResult(delivery: WebhookDelivery): {
  tone: 'good' | 'bad' | 'neutral';
  text: string;
} {
  const { state, attempts, responseStatus, durationMs, failure, nextAttemptAt } = delivery;
  if (state === 'delivered') return { tone: 'good', text: `${responseStatus} in ${durationMs ?? 0} ms` };
  const reason =
    responseStatus === null || failure === 'redirect' ? failure && deliveryFailures[failure] : null;
  const code = responseStatus ?? 'Failed';
  if (state === 'failed') return { tone: 'bad', text: reason ?? String(code) };
  if (attempts === 0 || !nextAttemptAt) return { tone: 'neutral', text: 'On its way' };
  const next = formatMoment(nextAttemptAt);
  const text = reason
    ? `${reason} That was try ${attempts}, the next is on ${next}.`
    : `${code} at try ${attempts}, next ${next}`;
  return { tone: 'bad', text };
}
