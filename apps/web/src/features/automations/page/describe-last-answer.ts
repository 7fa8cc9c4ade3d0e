import {
  type Automation,
  type AutomationChange,
  type ChangeSide,
  type ListNoun,
  pluralize,
  type Run,
  toListNoun,
} from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';
import { formatRecent } from '../../../ui/dates.ts';
import { isSyncing } from '../automation-status.tsx';
import { renamedCellsText } from '../renames/rename-texts.ts';
import { rowsText } from './run-texts.ts';

/** An answer to a review: what was decided and by whom, and when it was carried out or what happens next. */
export type AnswerText = { tone: Tone; title: string; detail: string };

/** For how long an answer is told to whoever opens the page, in milliseconds. */
const toldForMs = 60 * 60_000;

type AnswerChange = AutomationChange & { after: ChangeSide & { kind: 'answer' } };

function isAnswer(change: AutomationChange): change is AnswerChange {
  return change.after.kind === 'answer';
}

type Told = {
  /** The newest first, as the history has them. */
  changes: readonly AutomationChange[];
  /** The newest first. */
  runs: readonly Run[];
  /** When the page was opened: what was answered shortly before or since is told until it is left. */
  openedAt: Date;
  now: Date;
};

/** Returns what is told of the newest answer to a review; null when there is none that is new. */
export function describeLastAnswer(automation: Automation, told: Told): AnswerText | null {
  const answer = told.changes.find(isAnswer);
  if (!answer || told.openedAt.getTime() - Date.parse(answer.at) > toldForMs) return null;
  const run = told.runs.findLast((one) => one.at >= answer.at && isOfAnswer(one));
  // What is said to follow from it is no longer so.
  if (run && told.changes.some(({ at }) => at > run.at)) return null;
  if (run) return describeRun(answer, run, { now: told.now, noun: toListNoun(automation) });
  return isSyncing(automation) || automation.waiting ? describeUnderWay(answer) : null;
}

function isOfAnswer({ trigger }: Run): boolean {
  return trigger === 'review_approved' || trigger === 'review_kept';
}

/** Returns what was decided and by whom, as the history says it. */
function decidedText({ keyName, after: { answer } }: AnswerChange): string {
  const by = keyName === null ? 'by you' : `by API key “${keyName}”`;
  return answer === 'kept' ? `Kept ${by}` : `Review approved ${by}`;
}

function describeUnderWay(answer: AnswerChange): AnswerText {
  const next =
    answer.after.answer === 'kept'
      ? 'Both sheets are read again first. Then what is new is added, and nothing is removed.'
      : 'Both sheets are read again first. Then exactly what you saw is written, or you are asked again.';
  return { tone: 'accent', title: `${decidedText(answer)}.`, detail: next };
}

function describeRun(
  answer: AnswerChange,
  run: Run,
  { now, noun }: { now: Date; noun: ListNoun },
): AnswerText {
  const isKept = answer.after.answer === 'kept';
  const at = formatRecent(run.at, now);
  const decided = decidedText(answer);
  const list = noun === 'contact' ? 'list of contacts' : 'dropdown';
  const follows = `From now on the ${list} follows its source again.`;
  switch (run.outcome) {
    case 'waiting_review':
      return {
        tone: 'warn',
        title: 'Review expired, the sheets have changed. A new one is ready.',
        detail: `${decided}, and nothing was written at ${at}.`,
      };
    case 'failed':
      return {
        tone: 'warn',
        title: `${decided}, and not written yet.`,
        detail: `The sync of ${at} failed before it could write. It is tried again.`,
      };
    case 'unchanged':
      return {
        tone: 'good',
        title: isKept ? `${decided}. The ${list} stays as it is.` : `${decided}. Nothing had to be written.`,
        detail: isKept ? asksAgain : `Checked at ${at}. ${follows}`,
      };
    case 'changed':
      return {
        tone: 'good',
        title: `${decided}. ${writtenText(run, isKept, noun)}`,
        detail: isKept
          ? `Written at ${at}. ${asksAgain}`
          : `Written at ${at} exactly as you saw it. ${follows}`,
      };
  }
}

const asksAgain = 'You are asked again when the sheets change.';

/** Returns what the run that carried out an answer has written. */
function writtenText(run: Run, isKept: boolean, noun: ListNoun): string {
  const { added, removed, renamed = 0 } = run;
  const cells = renamedCellsText(run);
  if (cells !== null) {
    const parts = [
      `${pluralize(renamed, 'option')} renamed`,
      added > 0 && `${added} added`,
      removed > 0 && `${removed} removed`,
      cells,
    ];
    return `${parts.filter(Boolean).join(', ')}.`;
  }
  // What was changed by hand may be kept while the source has lost something else.
  if (isKept && added > 0 && removed === 0) return `${pluralize(added, noun)} added, none removed.`;
  if (removed > 0)
    return added > 0
      ? `${pluralize(removed, noun)} removed, ${added} added.`
      : `${pluralize(removed, noun)} removed.`;
  if (added > 0) return `${pluralize(added, noun)} added.`;
  if (renamed > 0) return `${pluralize(renamed, 'name')} changed.`;
  const rows = rowsText(run);
  return rows === null ? `The ${noun}s were put in order.` : `${rows}.`;
}
