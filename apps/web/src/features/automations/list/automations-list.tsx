import type { Automation } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { AutomationsTable } from './automations-table.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { nextGroups, showMoreGroups } from './list-view.ts';
import { MissingNames } from './missing-names.tsx';
import { NoAutomationMatches } from './no-automation-matches.tsx';
import { useListEntries } from './use-list-entries.ts';
import { useOpenDialog } from './use-open-dialog.ts';

type AutomationsListProps = {
  automations: readonly Automation[];
  /** The next page; null when this is all. */
  more: { pending: boolean; load: () => void } | null;
};

/** The automations, by source or one by one. */
export function AutomationsList({ automations, more }: AutomationsListProps) {
  const { edit, review, askToDelete, openPage, showRun, addDestinations } = useOpenDialog();
  const { entries, groups, isEmpty, search } = useListEntries(automations);
  const left = groups.total - groups.shown;
  return (
    <>
      <MissingNames automations={automations} />
      <ListToolbar automations={automations} />
      {isEmpty ? (
        <NoAutomationMatches search={search} />
      ) : (
        <AutomationsTable
          entries={entries}
          onOpen={openPage}
          onEdit={edit}
          onReview={review}
          onDelete={askToDelete}
          onShowRun={showRun}
          onAdd={addDestinations}
        />
      )}
      {left > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2.5 md:px-5">
          <span className="text-xs text-ink-2">
            {groups.shown} of {groups.total} lists.
          </span>
          <Button size="sm" onClick={showMoreGroups}>
            Show {nextGroups(left)} more
          </Button>
        </div>
      )}
      {more && left <= 0 && (
        <div className="flex justify-center border-t border-line py-3">
          <Button pending={more.pending} pendingLabel="Loading..." onClick={more.load}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
