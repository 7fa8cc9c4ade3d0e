import {
  type Automation,
  capitalize,
  formatNumber,
  type ListNoun,
  pluralize,
  type Review,
  type RunWarning,
  runWarnings,
  toListNoun,
  type Waiting,
} from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';
import { formatMoment, formatRecent, formatTime } from '../../../ui/dates.ts';
import { beyondPlan, isLimited, lacksCopy, slowText, stillPaused } from '../automation-status.tsx';
import type { AutomationField } from '../form/automation-form-values.ts';
import { findNextStep, lacksPlan } from '../list/next-step.ts';
import { lockedCellsText, whyLockedText } from '../renames/rename-texts.ts';
import { reviewLabel, reviewTitle } from '../review/review-texts.ts';
import { sheetToFix } from '../sheet-link.tsx';

/** What ends it. */
export type Fix =
  | { kind: 'reconnect' | 'activate' | 'review' | 'plans' | 'sync' | 'stopCopies'; label: string }
  | { kind: 'restore'; label: string; copyId: string }
  | { kind: 'edit'; label: string; field: AutomationField };

/** A problem: its word, one sentence, details, and the next step. */
export type Attention = {
  tone: Tone;
  word: string;
  title: string;
  detail: string;
  fix: Fix | null;
  /** Another way to end it. */
  otherFix?: Fix | null;
  /** It may be ended in one of the sheets. */
  isOfSheet?: boolean;
  /** It may be ended in this sheet, whatever the last failure was. */
  side?: 'destination';
};

type Circumstances = {
  now: Date;
  isConnected: boolean;
  /** Why Smartsheet refuses the connection; null where it does not. */
  refusal: string | null;
  /** How many automations wait for the connection; null while that is not known. */
  waitingCount: number | null;
};

/** Returns the problems of an automation, the most important first. */
export function listAttentions(automation: Automation, circumstances: Circumstances): Attention[] {
  const main = circumstances.isConnected
    ? [
        ...mainAttentions(automation, circumstances),
        restoreAttention(automation, circumstances),
        renamingAttention(automation),
      ]
    : whileStopped(automation, circumstances);
  return [...main.filter((one) => one !== null), ...listWarnings(automation)];
}

function mainAttentions(automation: Automation, circumstances: Circumstances): (Attention | null)[] {
  const { waiting, slowSince } = automation;
  if (waiting) {
    const waits = waitingFor(automation, waiting, circumstances.now);
    // What the user can end now comes before what ends by itself.
    return isLimited(waiting) ? [ownProblem(automation, circumstances), waits] : [waits];
  }
  if (slowSince)
    return [tell(slowText(slowSince, circumstances.now), { tone: 'warn', word: 'Slow', fix: null })];
  return [ownProblem(automation, circumstances)];
}

/** What does not pass when Smartsheet answers again. */
function ownProblem(automation: Automation, circumstances: Circumstances): Attention | null {
  const { review, lastError, pausedBy, isActive } = automation;
  if (review && isActive) return needsReview(review, toListNoun(automation));
  if (pausedBy === 'system')
    return tell(lastError ?? stillPaused, {
      tone: 'neutral',
      word: 'Paused by itself',
      fix: { kind: 'activate', label: 'Activate' },
      isOfSheet: true,
    });
  if (pausedBy === 'plan') return tell(beyondPlan, { tone: 'neutral', word: 'Paused', fix: viewPlans });
  return lastError === null || !isActive ? null : failing(automation, lastError, circumstances);
}

/** Returns what stops it now, and what will still be there afterwards: that can only be ended once it is connected. */
function whileStopped(automation: Automation, circumstances: Circumstances): (Attention | null)[] {
  const { isActive, review, lastError } = automation;
  // An error that nobody can end here or in a sheet is that of the connection, or passes by itself.
  const isOwn =
    !isActive || review !== null || findNextStep(automation) !== null || sheetToFix(automation) !== null;
  const own = isOwn ? ownProblem(automation, circumstances) : null;
  const left = own && { ...own, fix: null, otherFix: null };
  if (!isActive) return [left];
  const isTried = left !== null && lastError !== null;
  const then = review ? 'still waits for your review' : isTried ? 'is tried again' : 'goes on by itself';
  return [stoppedConnection(circumstances, then), left];
}

function stoppedConnection({ refusal, waitingCount }: Circumstances, then: string): Attention {
  const isAlone = waitingCount === null || waitingCount < 2;
  const who = isAlone ? 'It waits.' : `All ${waitingCount} active automations wait.`;
  return {
    tone: 'bad',
    word: 'Connection stopped',
    title: refusal ?? 'Smartsheet is not connected.',
    detail: `${who} Afterwards ${isAlone ? 'it' : 'this one'} ${then}.`,
    fix: { kind: 'reconnect', label: 'Reconnect' },
  };
}

function waitingFor({ verifiedAt }: Automation, { message, nextTryAt }: Waiting, now: Date): Attention {
  const last = verifiedAt ? `Last verified at ${formatRecent(verifiedAt, now)}. ` : '';
  const again = new Date(nextTryAt) > now ? ` at ${formatTime(nextTryAt)}` : '';
  return {
    tone: 'neutral',
    word: 'Waiting',
    title: message,
    detail: `${last}It tries again by itself${again}.`,
    fix: null,
  };
}

function needsReview(review: Review, noun: ListNoun): Attention {
  return {
    tone: 'warn',
    word: 'Needs your review',
    title: `${reviewTitle(review, noun)}.`,
    detail: 'Nothing was changed.',
    fix: { kind: 'review', label: reviewLabel(review) },
    isOfSheet: true,
  };
}

const viewPlans: Fix = { kind: 'plans', label: 'View Plans' };

/** Returns how far the cells are whose names change, or which of them keep the old one. */
function renamingAttention({ renaming, review, isActive }: Automation): Attention | null {
  if (!renaming || review !== null) return null;
  const { names, cells, cellsRenamed, cellsLocked, isWaiting } = renaming;
  if (!isWaiting)
    return {
      tone: 'accent',
      word: 'Renaming',
      title: `${formatNumber(cellsRenamed)} of ${pluralize(cells, 'cell')} ${cellsRenamed === 1 ? 'is' : 'are'} renamed.`,
      detail: isActive
        ? 'Both names are options meanwhile. It goes on by itself.'
        : 'Both names are options meanwhile. It goes on when the automation is active.',
      fix: null,
    };
  if (cellsLocked === 0) return null;
  return {
    tone: 'warn',
    word: names === 1 ? '1 name waits' : `${names} names wait`,
    title: lockedCellsText(renaming),
    detail: whyLockedText(renaming),
    fix: null,
    side: 'destination',
  };
}

/** Returns that an earlier list is being restored, or why it was not, until something else has happened. */
function restoreAttention({ restore, lastRun }: Automation, { now }: Circumstances): Attention | null {
  if (!restore || restore.state === 'done') return null;
  const list = `the list before ${formatRecent(restore.listBefore, now)}`;
  if (restore.state === 'pending')
    return {
      tone: 'accent',
      word: 'Restoring',
      title: `${capitalize(list)} is being restored.`,
      detail: 'A copy of today’s list is kept first, and the automation pauses afterwards.',
      fix: null,
    };
  const isOver = lastRun !== null && restore.endedAt !== null && lastRun.at > restore.endedAt;
  if (isOver) return null;
  return tell(restore.message ?? 'Nothing was restored.', {
    tone: 'warn',
    word: 'Not restored',
    fix: { kind: 'restore', label: 'Look again', copyId: restore.copyId },
  });
}

/** Returns that nothing was removed, because the copy before it could not be saved. */
function removalsWait(lastError: string, automation: Automation): Attention {
  const { lastRun } = automation;
  const noun = toListNoun(automation);
  const added = lastRun?.outcome === 'changed' ? lastRun.added : 0;
  const found = tell(lastError, {
    tone: 'warn',
    word: 'Removals wait',
    fix: { kind: 'sync', label: 'Try again' },
    otherFix: { kind: 'stopCopies', label: 'Turn copies off' },
  });
  const detail = `${added > 0 ? `${pluralize(added, `${noun} was`, `${noun}s were`)} added. ` : ''}${found.detail}`;
  return { ...found, detail };
}

function failing(automation: Automation, lastError: string, { now }: Circumstances): Attention {
  if (lacksCopy(automation.lastFailure)) return removalsWait(lastError, automation);
  const step = findNextStep(automation);
  const edit: Fix | null = step && { kind: 'edit', ...step };
  const { failingSince, pausesAt } = automation;
  const since = failingSince ? `Failing since ${formatRecent(failingSince, now)}.` : '';
  const pause = pausesAt ? `It pauses on ${formatMoment(pausesAt)} if nothing changes.` : '';
  return tell([lastError, since, pause].filter(Boolean).join(' '), {
    tone: 'bad',
    word: 'Error',
    ...(lacksPlan(automation) ? { fix: viewPlans, otherFix: edit } : { fix: edit }),
    isOfSheet: true,
  });
}

/** Returns a problem whose title is the first sentence of a text, and whose details are the others. */
function tell(text: string, rest: Omit<Attention, 'title' | 'detail'>): Attention {
  const end = text.indexOf('. ');
  const [title, detail] = end < 0 ? [text, ''] : [text.slice(0, end + 1), text.slice(end + 2)];
  return { ...rest, title, detail };
}

/** Warnings of a run that a preview cannot show. */
const shownWarnings: readonly RunWarning[] = ['validation_restored', 'validation_lost', 'type_changed'];

function listWarnings({ lastRun }: Automation): Attention[] {
  return shownWarnings
    .filter((warning) => lastRun?.warnings.includes(warning))
    .map((warning) => tell(runWarnings[warning], { tone: 'warn', word: 'Look at the column', fix: null }));
}
