import { type ListNoun, pluralize, type Run, type RunOutcome } from '@picksync/contracts';
import { formatMoment, formatRecent } from '../../../ui/dates.ts';

/** How a run ended, in a word or two. */
export const outcomeWords: Record<RunOutcome, string> = {
  changed: 'Wrote',
  unchanged: 'Nothing to do',
  waiting_review: 'Waited for you',
  failed: 'Failed',
};

const triggers: Record<Exclude<Run['trigger'], 'review_kept'>, string> = {
  review_approved: 'Review approved',
  user: 'Sync Now by you',
  // Smartsheet tells of new values in the source and of a dropdown that was edited.
  change: 'Change in Smartsheet',
  check: 'Check every 15 min',
  creation: 'First sync',
  settings: 'Settings saved',
  pause: 'Paused itself',
  restore: 'Restored by you',
  automatic: 'By itself',
};

/** Returns why there was a run, and who answered its review. `noun`: what the list holds. */
export function triggerWords(
  { trigger, answeredBy }: Pick<Run, 'trigger'> & Partial<Pick<Run, 'answeredBy'>>,
  noun: ListNoun,
): string {
  if (trigger === 'review_kept') {
    const kept = noun === 'contact' ? 'Contacts kept' : 'Options kept';
    return answeredBy ? `${kept} by you` : kept;
  }
  // Nobody but the owner answers a review. An address says no more, and is longer than its column.
  if (answeredBy && trigger === 'review_approved') return 'Review approved by you';
  return triggers[trigger];
}

/** Returns whether a duration is too short for a figure. */
export function isInstant(ms: number): boolean {
  return ms < 100;
}

/** Returns what a run did as a sentence, or what so many alike runs in a row did. `noun`: what the list holds. */
export function runSentence(run: Run, count: number, noun: ListNoun): string {
  const many = count > 1 ? `, ${pluralize(count, 'run')}` : '';
  if (run.outcome === 'failed') return `Failed${many}`;
  if (run.outcome === 'waiting_review') return `Waited for your review${many}`;
  return run.outcome === 'unchanged' ? `Nothing to do${many}` : changeSentence(run, noun);
}

function changeSentence(run: Run, noun: ListNoun): string {
  const { added, removed, renamed = 0 } = run;
  if (renamed > 0) {
    const parts = [
      noun === 'contact'
        ? `Changed ${pluralize(renamed, 'name')}`
        : `Renamed ${pluralize(renamed, 'option')}`,
      added > 0 && `added ${added}`,
      removed > 0 && `removed ${removed}`,
    ];
    return parts.filter(Boolean).join(', ');
  }
  if (added > 0)
    return removed > 0
      ? `Added ${pluralize(added, noun)}, removed ${removed}`
      : `Added ${pluralize(added, noun)}`;
  if (removed > 0) return `Removed ${pluralize(removed, noun)}`;
  return rowsText(run) ?? `Put the ${noun}s in order`;
}

/** Returns how a run ended; of one that wrote, that it put an earlier list back, or only put the options in order. */
export function resultWords(
  run: Pick<Run, 'trigger' | 'added' | 'removed' | 'renamed' | 'cellsRenamed'> & RowChange,
): string {
  const { outcome, trigger, added, removed, renamed = 0, cellsRenamed = 0 } = run;
  if (trigger === 'restore' && outcome !== 'failed') return triggers.restore;
  const isOrderOnly =
    outcome === 'changed' && added + removed + renamed + cellsRenamed === 0 && rowsText(run) === null;
  return isOrderOnly ? 'Put in order' : outcomeWords[outcome];
}

/** Returns why there was a run; for one that put an earlier list back, which list that was. */
export function causeWords(run: Run, { now, noun }: { now: Date; noun: ListNoun }): string {
  if (run.trigger !== 'restore' || !run.restoredBefore) return triggerWords(run, noun);
  return `The list before ${formatRecent(run.restoredBefore, now)}`;
}

/** A duration in seconds. */
export function seconds(ms: number): string {
  return isInstant(ms) ? 'under 0.1 s' : `${(ms / 1000).toFixed(1)} s`;
}

export function callsText(calls: number): string {
  return pluralize(calls, 'call');
}

/** Returns what a two-way run did to the rows of its source; null where it did nothing. */
export function rowsText({ outcome, rowsAdded, rowsDeleted }: RowChange): string | null {
  if (outcome === 'waiting_review') return null;
  const parts = [
    rowsAdded > 0 && `${pluralize(rowsAdded, 'row')} added to the source`,
    rowsDeleted > 0 && `${pluralize(rowsDeleted, 'row')} deleted from the source`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : null;
}

type RowChange = Pick<Run, 'outcome' | 'rowsAdded' | 'rowsDeleted'>;

/** Returns what a run changed, for screen readers. */
function changeText(run: Run): string {
  const { outcome, added, removed, renamed = 0 } = run;
  if (outcome !== 'changed') return '';
  const parts = [
    renamed > 0 && `${renamed} renamed`,
    added > 0 && `${added} added`,
    removed > 0 && `${removed} removed`,
    rowsText(run),
  ];
  const shown = parts.filter(Boolean);
  return shown.length > 0 ? `: ${shown.join(', ')}` : '';
}

/** Returns a run in one line: when, how it ended, why, how long and with how many calls. */
export function runText(run: Run, noun: ListNoun): string {
  const facts = [triggerWords(run, noun), seconds(run.durationMs), callsText(run.calls)];
  return `${formatMoment(run.at)}, ${resultWords(run)}${changeText(run)}. ${facts.join(', ')}`;
}

/** Returns how many runs there were of each outcome that occurred. */
export function countOutcomes(outcomes: readonly RunOutcome[], words: Record<RunOutcome, string>): string {
  const parts = Object.entries(words).map(([outcome, word]) => {
    const count = outcomes.filter((candidate) => candidate === outcome).length;
    return count > 0 && `${count} ${word}`;
  });
  return parts.filter(Boolean).join(', ');
}

/** Returns a summary of the runs, which are sorted newest first. */
export function runsSummary(runs: readonly Run[]): string {
  const oldest = runs.at(-1);
  const since = oldest ? ` since ${formatMoment(oldest.at)}` : '';
  const outcomes = countOutcomes(
    runs.map(({ outcome }) => outcome),
    {
      changed: 'wrote',
      unchanged: 'had nothing to do',
      waiting_review: 'waited for a review',
      failed: 'failed',
    },
  );
  return `${pluralize(runs.length, 'run')}${since}: ${outcomes}.`;
}
