import { type Automation, type Preview, previewSentence } from '@picksync/contracts';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { getMessage } from '../../../api/form-errors.ts';
import { formatTime } from '../../../ui/dates.ts';
import { ContactsContext } from '../../../ui/difference-chips.tsx';
import { findBeyondDrift } from '../beyond-drift.ts';
import { LeavingChips, NewNameChips, PreviewChips } from '../preview-chips.tsx';
import { RenameList } from '../renames/rename-list.tsx';
import type { useAutomationPreview } from '../use-automation-preview.ts';
import { DriftCard } from './drift-card.tsx';
import { PagePanel, PanelButton } from './page-panel.tsx';

type NextSyncPanelProps = {
  automation: Automation;
  reading: ReturnType<typeof useAutomationPreview>;
};

/** What a sync would do now, read live. */
export function NextSyncPanel({
  automation,
  reading: { preview, error, isReading, readAgain },
}: NextSyncPanelProps) {
  return (
    <PagePanel
      title="What a sync would do now"
      note={preview && `Read ${formatTime(preview.readAt)}, stored nowhere`}
      actions={
        <PanelButton pending={isReading} onClick={readAgain}>
          {isReading ? 'Looking...' : error && !preview ? 'Try again' : 'Look again'}
        </PanelButton>
      }
    >
      <div className="grid gap-3.5 px-4 pb-4 md:px-5">
        {error && !isReading ? (
          <Failure error={error} isOld={preview !== undefined} />
        ) : (
          !preview && <Reading />
        )}
        {preview && (
          <ContactsContext value={preview.newNames !== undefined}>
            <Difference automation={automation} preview={preview} onDone={readAgain} />
          </ContactsContext>
        )}
      </div>
    </PagePanel>
  );
}

function Failure({ error, isOld }: { error: Error; isOld: boolean }) {
  return (
    <div role="alert" className="text-sm">
      <p className="text-pretty text-bad">{getMessage(error, 'The sheets could not be read.')}</p>
      {isOld && <p className="text-xs text-ink-2">Below is what was read before.</p>}
    </div>
  );
}

function Reading() {
  return (
    <Loading label="Reading both sheets" className="grid gap-2.5 py-0.5">
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
    </Loading>
  );
}

type DifferenceProps = { automation: Automation; preview: Preview; onDone: () => void };

function Difference({ automation, preview, onDone }: DifferenceProps) {
  const { newNames, renames, drift, keptInUse, leaving, sourceRows, warnings } = preview;
  const { added, removed } = findBeyondDrift(preview, automation);
  const isByHand = drift !== null && drift.added.count + drift.removed.count > 0;
  return (
    <>
      {isByHand ? (
        <DriftCard automation={automation} preview={preview} onDone={onDone} />
      ) : (
        <p className="text-pretty">{previewSentence(preview)}</p>
      )}
      {renames && <RenameList title="Would be renamed" {...renames} />}
      {renames?.underWay && <RenameList title="Names that wait for their cells" {...renames.underWay} />}
      <PreviewChips title="Would be added" kind="added" {...added} />
      <PreviewChips title="Would be removed" kind="removed" {...removed} />
      <NewNameChips newNames={newNames} />
      <LeavingChips title="Leave later, as you set it" leaving={leaving} />
      <PreviewChips
        title="No longer in the source, and stay because rows use them"
        kind="kept"
        {...keptInUse}
      />
      {sourceRows && (
        <PreviewChips title="Rows that would be added to the source" kind="added" {...sourceRows.added} />
      )}
      {warnings.length > 0 && (
        <ul className="grid gap-1 text-xs text-ink-2">
          {warnings.map(({ message }) => (
            <li key={message} className="text-pretty [overflow-wrap:anywhere]">
              {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
