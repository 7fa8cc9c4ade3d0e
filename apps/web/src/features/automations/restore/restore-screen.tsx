import { type Automation, pluralize, type RestorePreview, toListNoun } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { runsQuery } from '../../../api/automations.queries.ts';
import { showToast } from '../../../stores/toast.ts';
import { formatRecent, formatTime } from '../../../ui/dates.ts';
import { ContactsContext } from '../../../ui/difference-chips.tsx';
import { usePageLinks } from '../page/use-page-links.ts';
import { ReviewHead, StateCard } from '../review/review-states.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { RestoreDecision } from './restore-decision.tsx';
import { RestoreDifference } from './restore-difference.tsx';
import { CannotRestore, NothingToDo, ReadingCopy, Stale, UnderWay } from './restore-states.tsx';
import { doneText } from './restore-texts.ts';
import { type RestoreScreenState, useRestore } from './use-restore.ts';

type RestoreScreenProps = { automation: Automation; copyId: string };

/** The preview of a restore and its button; or why there is nothing to restore, or it does not go. */
export function RestoreScreen({ automation, copyId }: RestoreScreenProps) {
  const navigate = useNavigate();
  const { id } = automation;
  const state = useRestore(automation, copyId, (done) => {
    showToast({ title: 'The list is restored', description: doneText(done, toListNoun(automation)) });
    // Back does not lead to a restore that is done.
    void navigate({ to: '/automations/$id', params: { id }, replace: true });
  });
  const { preview } = state;
  const listBefore = useListBefore(automation, copyId) ?? preview?.listBefore;
  return (
    <>
      <ReviewHead
        automation={automation}
        title={
          listBefore ? `Back to the list before ${formatRecent(listBefore, new Date())}` : 'Back to a list'
        }
        {...(preview && !state.isUnderWay && { text: headText(automation, preview) })}
      />
      <Stage automation={automation} state={state} />
    </>
  );
}

function headText(automation: Automation, { copy, listBefore, readAt }: RestorePreview): string {
  return `${pluralize(copy.optionCount, toListNoun(automation))}, copied before the run of ${formatRecent(listBefore, new Date())}. The column was read at ${formatTime(readAt)}.`;
}

/** Returns when the run was before which the list of the copy stood, as far as its run is listed. */
function useListBefore({ id }: Automation, copyId: string): string | undefined {
  const { data } = useInfiniteQuery(runsQuery(id));
  const runs = data?.pages.flatMap(({ reply }) => reply);
  return runs?.find(({ copy }) => copy?.id === copyId)?.at;
}

type StageProps = { automation: Automation; state: RestoreScreenState };

function Stage({ automation, state }: StageProps) {
  const { reconnect } = usePageLinks();
  const isReadOnly = useReadOnly();
  const { preview, error, isReading, isUnderWay, stale } = state;
  if (isUnderWay) return <UnderWay automation={automation} />;
  if (isReadOnly)
    return (
      <StateCard
        tone="bad"
        word="Cannot look"
        title="Smartsheet is not connected."
        text="Nothing can be restored without a fresh look."
      >
        <Button variant="primary" onClick={reconnect}>
          Reconnect
        </Button>
      </StateCard>
    );
  if (error && !isReading)
    return <CannotRestore automation={automation} error={error} onRetry={state.lookAgain} />;
  if (!preview) return <ReadingCopy />;
  if (preview.isSame) return <NothingToDo automation={automation} preview={preview} />;
  return (
    <ContactsContext value={automation.fillsContacts === true}>
      {stale && (
        <Stale
          noun={toListNoun(automation)}
          stale={stale}
          isReading={isReading}
          onLookAgain={state.lookAgain}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
          <h2 className="sr-only">What would change</h2>
          <RestoreDifference preview={preview} noun={toListNoun(automation)} />
        </div>
        <RestoreDecision automation={automation} preview={preview} state={state} />
      </div>
    </ContactsContext>
  );
}
