import { paymentProviderLabels } from '@picksync/contracts';
import type { FailingAutomation } from '../../api/admin.queries.ts';

/** Who was paid for a plan, as administrators read it: a provider, or nobody. */
export const payeeNames = { ...paymentProviderLabels, manual: 'By hand', none: 'Coupon' };

/** What the jobs of each queue do. */
export const queueTexts: Record<string, string> = {
  'align-charges': 'brings what a provider charges in step with the plans',
  'check-health': 'looks into every automation once a day',
  sweep: 'slices of connections that are due',
  'sync-connection': 'one job per Smartsheet account',
  'sweep-webhooks': 'webhooks that are due for a look',
  'end-retired-account': 'revokes what nobody uses any more',
  'export-data': 'files that people asked for',
  'find-notices': 'who has to be told something',
  'reseal-secrets': 'under the newest key',
  'measure-status': 'what the status page shows, every minute',
  'mend-webhooks': 'created, repaired and deleted at Smartsheet',
  'pause-surplus': 'what a plan no longer covers',
  'assign-event': 'finds the payment of an event that names none',
  'refresh-dispute': 'asks the payment provider about a dispute',
  'refresh-subscription': 'asks the payment provider what is true',
  'settle-plans': 'every hour',
  'send-mail': 'what is said to whom',
  'send-webhooks': 'what programs of users are told',
  tidy: 'once a day',
};

/** How long something takes, as in `0.4 s`, `38 s`, `12 min`, `21 h` or `3 days`. */
export function durationWords(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  const minutes = seconds / 60;
  if (minutes < 100) return `${Math.round(minutes)} min`;
  const hours = minutes / 60;
  return hours < 73 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`;
}

/** Returns the number that was typed, and none for an empty input, which would count as zero. */
export function toNumber(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed);
}

/** Who can end a failure. */
export const failureClassWords: Record<FailingAutomation['class'], string> = {
  needs_user: 'Needs the user',
  configuration: 'Configuration',
  retry: 'Passes by itself',
  bug: 'Ours to mend',
};
