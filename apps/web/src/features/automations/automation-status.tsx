import type { Automation, Waiting } from '@picksync/contracts';
import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { formatAgo, formatRecent, formatTime } from '../../ui/dates.ts';

type Judged = Pick<Automation, 'waiting' | 'lastError' | 'isActive'> & {
  pausedBy?: Automation['pausedBy'];
  lastFailure?: Automation['lastFailure'];
  lastRun: Pick<NonNullable<Automation['lastRun']>, 'outcome'> | null;
};

/**
 * Returns the status of an automation, the most important first: it cannot be synced now, an error, a review, active or
 * paused.
 */
export function toStatus({ waiting, lastError, lastFailure, lastRun, isActive, pausedBy }: Judged): {
  tone: Tone;
  word: string;
} {
  if (waiting) return { tone: 'warn', word: 'Waiting to sync' };
  if (isActive && lastRun?.outcome === 'waiting_review') return { tone: 'warn', word: 'Needs your review' };
  if (lastError && lacksCopy(lastFailure)) return { tone: 'warn', word: 'Removals wait' };
  if (lastError) return { tone: 'bad', word: 'Error' };
  if (pausedBy === 'restore') return { tone: 'neutral', word: 'Paused after a restore' };
  return isActive ? { tone: 'good', word: 'Active' } : { tone: 'neutral', word: 'Paused' };
}

/** Returns whether removals wait because the copy before them could not be saved. */
export function lacksCopy(failure: Automation['lastFailure'] | undefined): boolean {
  return failure?.startsWith('copy_') ?? false;
}

const methods = {
  realTime: { word: 'Real-time', explanation: 'Smartsheet tells us of every change.' },
  inactive: { word: 'Inactive', explanation: 'Notices off, checked every 15 min' },
  stopped: { word: 'Not checked', explanation: 'Smartsheet is not connected, so no change is noticed.' },
  paused: { word: 'Not checked', explanation: 'It is paused, so no change is noticed.' },
  periodic: { word: 'Periodic', explanation: 'Checked for changes every 15 minutes.' },
};

type Watched = Pick<Automation, 'isActive' | 'webhookId' | 'webhookEnabled'> & {
  periodic: Pick<NonNullable<Automation['periodic']>, 'message'> | null;
};

/** Returns how changes are noticed, and why not in real time; `isStopped`: Smartsheet is not connected. */
export function describeUpdateMethod(
  { isActive, webhookId, webhookEnabled, periodic }: Watched,
  isStopped: boolean,
) {
  if (!isActive) return methods.paused;
  if (isStopped) return methods.stopped;
  if (webhookEnabled) return methods.realTime;
  const { word, explanation } = webhookId === null ? methods.periodic : methods.inactive;
  return { word, explanation: periodic?.message ?? explanation };
}

/** Said of an automation that was paused for the plan's limit. The plan may have room by now. */
export const beyondPlan =
  'It was paused because your plan covered fewer automations than you had. Activate it once your plan has room.';

/** Said of an automation that rests because an earlier list was restored: its next sync would undo that. */
export const restsAfterRestore = 'An earlier list was restored, so it does not follow its source now.';

/** Said when the cause for which the system paused it has been changed since. */
export const stillPaused = 'This automation is still paused. Activate it to go on.';

/** Returns whether a sync is running or about to begin; one that waits for Smartsheet may take minutes. */
export function isSyncing({ syncState, waiting }: Automation): boolean {
  return syncState !== 'idle' && waiting === null;
}

/** Returns whether nothing is known of an automation yet, because the sync that its creation asked for has not ended. */
export function isFirstSync(
  { isActive, lastRun, lastUpdated, lastError, waiting }: Automation,
  isStopped: boolean,
): boolean {
  const hasResult = lastRun !== null || lastUpdated !== null || lastError !== null || waiting !== null;
  return isActive && !isStopped && !hasResult;
}

/** Returns when the dropdown was last updated, as `3 min ago`. */
export function lastUpdateText(automation: Automation, now: Date, isStopped: boolean): string {
  return isFirstSync(automation, isStopped) ? 'First sync under way' : formatAgo(automation.lastUpdated, now);
}

/** Returns why a sync has not begun, and when it is tried again, unless that time has come. */
export function waitingText({ message, nextTryAt }: Waiting, now: Date): string {
  return new Date(nextTryAt) > now ? `${message} Next try at ${formatTime(nextTryAt)}.` : message;
}

/** Returns whether it waits only for a limit of calls, which is over in minutes: what needs the user does not wait for that. */
export function isLimited(waiting: Waiting | null): boolean {
  return waiting?.reason === 'rate_limited' || waiting?.reason === 'paced';
}

/** Returns why a sync takes so long. */
export function slowText(since: string, now: Date): string {
  return `Smartsheet has been slow to answer since ${formatRecent(since, now)}. The sync goes on as soon as it answers.`;
}

/** The status of an automation as a badge. */
export function StatusBadge({ automation, isReadOnly }: { automation: Automation; isReadOnly: boolean }) {
  if (isReadOnly && automation.isActive) return <Badge tone="neutral">Connection stopped</Badge>;
  if (isSyncing(automation)) {
    return (
      <Badge tone="accent" spinning>
        {automation.syncState === 'queued' ? 'Waiting to sync' : 'Syncing'}
      </Badge>
    );
  }
  const { tone, word } = toStatus(automation);
  return <Badge tone={tone}>{word}</Badge>;
}
