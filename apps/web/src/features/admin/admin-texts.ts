import { paymentProviderLabels } from '@picksync/contracts';
import type { FailingAutomation } from '../../api/admin.queries.ts';

/** Who was paid for a plan, as administrators read it: a provider, or nobody. */
export const payeeNames = { ...paymentProviderLabels, manual: 'By hand', none: 'Coupon' };

/** What the jobs of each queue do. */
export const queueTexts: Record<string, string> = {
  'align-charges': 'brings what a provider charges in step with the plans',
  'assign-event': 'finds the payment of an event that names none',
  'check-health': 'looks into every automation once a day',
  'end-retired-account': 'revokes the access to Smartsheet that nobody uses any more',
  'export-data': 'writes the files that people asked for',
  'find-notices': 'finds who has to be told something',
  'look-into-rule': 'looks for new sheets in the folder of a rule',
  'measure-status': 'measures what the status page shows, every minute',
  'mend-webhooks': 'creates, repairs and deletes webhooks at Smartsheet',
  'pause-surplus': 'pauses what a plan no longer covers',
  'refresh-dispute': 'asks the payment provider about a dispute',
  'refresh-subscription': 'asks the payment provider about a subscription',
  'reseal-secrets': 'seals secrets with the newest key',
  'send-mail': 'sends the mails',
  'send-notice': 'posts a notice to a channel of Slack or Microsoft Teams',
  'send-webhooks': 'tells the programs of users what happened',
  'settle-plans': 'begins and ends plans, every hour',
  sweep: 'finds the accounts that are due for a check',
  'sweep-webhooks': 'finds the webhooks that are due for a look',
  'sync-connection': 'updates the dropdowns of one Smartsheet account',
  tidy: 'deletes what is not kept any longer, once a day',
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
  bug: 'Our bug',
};
