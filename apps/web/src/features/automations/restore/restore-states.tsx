import {
  type Automation,
  isolated,
  type ListNoun,
  type RestorePreview,
  toListNoun,
} from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { ApiError } from '../../../api/api-error.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { waitingText } from '../automation-status.tsx';
import { StateCard, ToAutomation } from '../review/review-states.tsx';
import { linkTo, SheetLink } from '../sheet-link.tsx';
import { changeSentence, toTitle } from './restore-texts.ts';

/** The file and the dropdown are being read. */
export function ReadingCopy() {
  return (
    <Loading
      label="Reading the copy"
      className="grid gap-3 rounded-lg border border-line bg-surface px-4 py-5 md:px-5"
    >
      <p aria-hidden="true" className="text-lg font-bold tracking-[-0.008em]">
        Reading the copy
      </p>
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-1/2" />
    </Loading>
  );
}

/** A restore was requested and is not done yet. */
export function UnderWay({ automation: { waiting } }: { automation: Automation }) {
  const now = useNow(waiting?.nextTryAt);
  if (waiting)
    return (
      <StateCard
        tone="neutral"
        word="Waiting"
        title="The list is not restored yet."
        text={waitingText(waiting, now)}
      />
    );
  return (
    <StateCard
      tone="accent"
      spinning
      word="Restoring"
      title="The list is being restored."
      text="A copy of today’s list is kept first. You may leave this page."
    />
  );
}

type CannotRestoreProps = { automation: Automation; error: Error; onRetry: () => void };

/** Why a copy cannot be restored, and the way out. */
export function CannotRestore({ automation, error, onRetry }: CannotRestoreProps) {
  const code = error instanceof ApiError ? error.code : undefined;
  const { sheetName } = automation;
  const message = toTitle(getMessage(error, 'The copy could not be read.'));
  switch (code) {
    case 'copy_gone':
    case 'copy_expired':
    case 'copy_elsewhere':
    case 'not_found':
      return (
        <StateCard tone="bad" word="Cannot restore" {...message}>
          <ToAutomation automation={automation}>Show the runs</ToAutomation>
        </StateCard>
      );
    case 'copy_changed':
      return (
        <StateCard
          tone="bad"
          word="Cannot restore"
          title={message.title}
          text={`${message.text} It is among the attachments of ${isolated(sheetName)}.`}
        >
          <SheetLink {...linkTo(automation, 'destination')} label="Open the sheet" />
        </StateCard>
      );
    case 'restore_not_dropdown':
      return (
        <StateCard tone="bad" word="Cannot restore" {...message}>
          <SheetLink {...linkTo(automation, 'destination')} label="Open the column" />
          <Button onClick={onRetry}>Look again</Button>
        </StateCard>
      );
    default:
      return (
        <StateCard tone="bad" word="Cannot look" {...message}>
          <Button onClick={onRetry}>Try again</Button>
        </StateCard>
      );
  }
}

type NothingToDoProps = { automation: Automation; preview: RestorePreview };

/** The column has the list of the copy already. */
export function NothingToDo({ automation, preview: { optionCount } }: NothingToDoProps) {
  const noun = toListNoun(automation);
  const text = optionCount === 1 ? `One ${noun}.` : `${optionCount} ${noun}s in the same order.`;
  return (
    <StateCard tone="good" word="Nothing to do" title="The column has this list already." text={text}>
      <ToAutomation automation={automation}>Open the automation</ToAutomation>
    </StateCard>
  );
}

type StaleProps = {
  /** What it would do now. */
  stale: { added: number; removed: number };
  noun: ListNoun;
  isReading: boolean;
  onLookAgain: () => void;
};

/** A notice that nothing was restored, because the list has changed; below it stands the new difference. */
export function Stale({ stale, noun, isReading, onLookAgain }: StaleProps) {
  return (
    <div role="alert">
      <StateCard
        tone="warn"
        word="Stale"
        title="Nothing was restored: the list has changed since you looked."
        text={changeSentence(stale, noun)}
      >
        <Button pending={isReading} pendingLabel="Looking..." onClick={onLookAgain}>
          Look again
        </Button>
      </StateCard>
    </div>
  );
}
