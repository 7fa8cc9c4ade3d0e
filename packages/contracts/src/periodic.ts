import * as z from 'zod';

/** Why changes are found by the check every 15 minutes instead of in real time, each with a sentence for the user. */
const sentences = {
  plan: 'Your plan has no real-time sync. Changes are found by a check every 15 minutes.',
  report:
    'The source is a report. Smartsheet sends no message when one changes, so it is read with each check, every 15 minutes.',
  address:
    'Smartsheet cannot reach the address of this site, so changes are found by a check every 15 minutes.',
  permission:
    'The connection may not ask Smartsheet for change notices. Reconnect and allow everything that is asked for.',
  setting_up: 'Real-time sync is being set up. Until then changes are found by a check every 15 minutes.',
  switched_off:
    'The change notices of the source sheet were switched off in Smartsheet. We switch them on again by ourselves; until then it is checked every 15 minutes.',
  callback_failed:
    'Smartsheet switched off the change notices of the source sheet, because it could not reach us for a while. We switch them on again by ourselves; until then it is checked every 15 minutes.',
  not_verified:
    'Smartsheet could not reach us to switch on change notices. We try again every hour; until then the source sheet is checked every 15 minutes.',
  sheet_inaccessible:
    'Smartsheet sends no change notices, because your account can no longer open the source sheet. Ask its owner for access.',
  sheet_too_large:
    'The source sheet is too large for change notices of Smartsheet (more than 20,000 rows, 400 columns or 500,000 cells). It is checked every 15 minutes.',
  access_revoked:
    'Smartsheet ended the change notices of the source sheet together with an earlier connection. We set them up again by ourselves; until then it is checked every 15 minutes.',
  blocked:
    'Smartsheet has switched off the change notices of the source sheet. Ask the support of Smartsheet why; until then it is checked every 15 minutes.',
  unknown:
    'Smartsheet sends no change notices of the source sheet at the moment. It is checked every 15 minutes.',
} as const;

export type PeriodicReason = keyof typeof sentences;

export const periodicReasons = Object.keys(sentences) as [PeriodicReason, ...PeriodicReason[]];

/** Returns the sentence for the user about an automation that is periodic for this reason. */
export function periodicSentence(reason: PeriodicReason): string {
  return sentences[reason];
}

export const periodic = z.object({
  reason: z.enum(periodicReasons),
  /** One sentence or two, fit to show. */
  message: z.string(),
  /** What Smartsheet itself says of it; null when it says nothing. */
  details: z.string().nullable(),
});

/** What Smartsheet's states of a webhook mean; the worker adds what Smartsheet answers when it refuses one. */
const remoteStatuses: Record<string, PeriodicReason> = {
  NEW_NOT_VERIFIED: 'setting_up',
  DISABLED_BY_OWNER: 'switched_off',
  DISABLED_CALLBACK_FAILED: 'callback_failed',
  DISABLED_VERIFICATION_FAILED: 'not_verified',
  DISABLED_SCOPE_INACCESSIBLE: 'sheet_inaccessible',
  DISABLED_APP_REVOKED: 'access_revoked',
  DISABLED_ADMINISTRATIVE: 'blocked',
  DISABLED_EXCEEDED_GRID_LIMITS: 'sheet_too_large',
  not_found: 'sheet_inaccessible',
  scope_or_access: 'sheet_inaccessible',
  callback_refused: 'address',
};

/** Returns why a webhook in this state sends no callbacks; `remoteStatus` is null before there is one. */
export function toPeriodicReason(remoteStatus: string | null): PeriodicReason {
  return remoteStatus === null ? 'setting_up' : (remoteStatuses[remoteStatus] ?? 'unknown');
}

const realTimeSentences = {
  minute: 'Changes arrive within about a minute: Smartsheet gathers them before it tells us.',
  unknown: 'Changes arrive as soon as Smartsheet tells us of them, which may take about a minute.',
} as const;

/** How soon changes are seen in real time. */
export const realTime = z.object({
  /** `minute`: Smartsheet is known to gather changes for a minute; `unknown`: it is not known for this region. */
  delay: z.enum(['minute', 'unknown']),
  /** One sentence, fit to show. */
  message: z.string(),
});

export type RealTime = z.output<typeof realTime>;

/** Returns how soon Smartsheet reports changes in a region. */
export function toRealTime(region: string): RealTime {
  const delay = region === 'us' || region === 'eu' ? 'minute' : 'unknown';
  return { delay, message: realTimeSentences[delay] };
}
