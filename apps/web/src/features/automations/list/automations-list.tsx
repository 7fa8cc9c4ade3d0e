import type { Automation } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { useReadOnly } from '../use-read-only.ts';
import { AutomationsTable } from './automations-table.tsx';
import { listEntries } from './list-entries.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { filterBy, nextGroups, searchFor, showMoreGroups, useListView } from './list-view.ts';
import { MissingNames } from './missing-names.tsx';
import { useOpenDialog } from './use-open-dialog.ts';

/** Returns what of the list is drawn, as it is looked at now, and what is searched for. */
function useListEntries(automations: readonly Automation[]) {
  const view = useListView();
  const isStopped = useReadOnly();
  const shape = useMemo(
    () => listEntries({ automations, ...view, isStopped }),
    [automations, view, isStopped],
  );
  return { ...shape, search: view.search.trim() };
}

/** Stands in place of the list where no automation passes its search and filter. */
function NoAutomationMatches({ search }: { search: string }) {
  const clear = () => {
    searchFor('');
    filterBy('all');
  };
  return (
    <EmptyState
      icon={SearchX}
      title={search === '' ? 'Nothing matches' : `Nothing matches “${search}”`}
      text="Search looks at names, sheets and columns."
      action={<Button onClick={clear}>{search === '' ? 'Show all' : 'Clear search'}</Button>}
    />
  );
}

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
