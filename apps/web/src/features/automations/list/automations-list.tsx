import type { Automation } from '@picksync/contracts';
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { AutomationsTable } from './automations-table.tsx';
import { listEntries } from './list-entries.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { filterBy, nextGroups, searchFor, showMoreGroups, useListView } from './list-view.ts';
import { MissingNames } from './missing-names.tsx';
import { useOpenDialog } from './use-open-dialog.ts';

type AutomationsListProps = {
  automations: readonly Automation[];
  /** The next page; null when this is all. */
  more: { pending: boolean; load: () => void } | null;
};

/** The automations that are there, by their source or one by one. */
export function AutomationsList({ automations, more }: AutomationsListProps) {
  const { edit, review, askToDelete, openPage, showRun, addDestinations } = useOpenDialog();
  const view = useListView();
  const { entries, groups, isEmpty } = useMemo(
    () => listEntries({ automations, ...view }),
    [automations, view],
  );
  const left = groups.total - groups.shown;
  return (
    <>
      <MissingNames automations={automations} />
      <ListToolbar automations={automations} />
      {isEmpty ? (
        <NothingMatches search={view.search.trim()} />
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

function NothingMatches({ search }: { search: string }) {
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
