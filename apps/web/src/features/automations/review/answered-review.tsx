import {
  type Automation,
  isolated,
  type LastRun,
  pluralize,
  type Review,
  toListNoun,
} from '@picksync/contracts';
import { useNow } from '@picksync/ui/use-now.ts';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { formatTime } from '../../../ui/dates.ts';
import { slowText, waitingText } from '../automation-status.tsx';
import { lockedCellsText } from '../renames/rename-texts.ts';
import { ReviewHead, StateCard, ToAutomation } from './review-states.tsx';
import type { Answered } from './use-review.ts';

type AnsweredReviewProps = { automation: Automation; answered: Answered; isOver: boolean };

/** The state of an answer that was sent, until it is carried out and after. */
export function AnsweredReview({ automation, answered, isOver }: AnsweredReviewProps) {
  const Step = isOver ? CarriedOut : UnderWay;
  return <Step automation={automation} answered={answered} />;
}

type StepProps = Omit<AnsweredReviewProps, 'isOver'>;

function UnderWay({ automation, answered: { kind } }: StepProps) {
  const { waiting, slowSince } = automation;
  const now = useNow(waiting?.nextTryAt);
  const word = kind === 'approve' ? 'Approved' : 'Taken';
  const text = waiting
    ? waitingText(waiting, now)
    : slowSince
      ? slowText(slowSince, now)
      : 'Both sheets are read again first.';
  return (
    <>
      <ReviewHead automation={automation} title="Checking and writing" />
      <StateCard
        tone={waiting ? 'warn' : 'accent'}
        spinning={!waiting}
        word={word}
        title={waiting ? `${word}, and not written yet.` : 'The sync is under way.'}
        text={text}
      />
    </>
  );
}

/** Returns what the run that carried out an answer did. */
function doneText(
  automation: Automation,
  { outcome, added, removed, renamed = 0 }: LastRun,
  before: Review | null,
): string {
  const { mode, sourceSheetName } = automation;
  const noun = toListNoun(automation);
  const source = isolated(sourceSheetName ?? 'the source');
  if (renamed > 0) return namesText(automation, { added, removed, renamed });
  if (added + removed > 0 && before?.reason !== 'rows_would_come')
    return `${pluralize(removed, noun)} removed, ${added} added.`;
  if (outcome !== 'changed') return 'The list stays as it is.';
  if (before?.reason === 'rows_would_come')
    return `${pluralize(before.newRows ?? 0, 'row')} added to ${source}.`;
  return mode === 'two_way' ? `Rows were deleted from ${source}.` : `The ${noun}s were put in order.`;
}

/** Returns how many names a run changed, what else it did, and which cells keep an old one. */
function namesText(
  automation: Automation,
  { added, removed, renamed }: Pick<LastRun, 'added' | 'removed'> & { renamed: number },
): string {
  const { renaming } = automation;
  const parts = [
    toListNoun(automation) === 'contact'
      ? `${pluralize(renamed, 'name')} changed`
      : `${pluralize(renamed, 'option')} renamed`,
    added > 0 && `${added} added`,
    removed > 0 && `${removed} removed`,
  ];
  const text = `${parts.filter(Boolean).join(', ')}.`;
  return renaming?.isWaiting && renaming.cellsLocked > 0 ? `${text} ${lockedCellsText(renaming)}` : text;
}

function CarriedOut({ automation, answered: { kind, at, before } }: StepProps) {
  const { user } = useAuthStatus();
  const { lastRun, lastError } = automation;
  const by = `${kind === 'approve' ? 'Approved' : 'Decided'} by ${user?.email ?? 'you'} at ${formatTime(at)}`;
  if (lastError !== null || !lastRun) {
    return (
      <>
        <ReviewHead automation={automation} title="Not written" />
        <StateCard tone="bad" word="Error" title={lastError ?? 'The sync did not end.'} text={`${by}.`}>
          <ToAutomation automation={automation}>Open the automation</ToAutomation>
        </StateCard>
      </>
    );
  }
  const wrote =
    lastRun.outcome === 'changed'
      ? `, written at ${formatTime(lastRun.at)}.`
      : '. Nothing had to be written.';
  return (
    <>
      <ReviewHead
        automation={automation}
        title={kind === 'approve' ? 'Approved and written' : 'Kept as you decided'}
      />
      <StateCard
        tone="good"
        word={kind === 'approve' ? 'Approved' : 'Kept'}
        title={doneText(automation, lastRun, before.review)}
        text={`${by}${wrote}`}
      >
        <ToAutomation automation={automation}>Show the run</ToAutomation>
      </StateCard>
    </>
  );
}
