import { Button } from '@picksync/ui/button.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { SearchX } from 'lucide-react';
import { pointedToKey, useBulkWork } from '../bulk/bulk-work.ts';
import { useReadOnly } from '../use-read-only.ts';
import type { ListProps } from './automations-panel.tsx';
import { AutomationsTable } from './automations-table.tsx';
import type { Cause } from './causes.ts';
import { ListBar } from './list-bar.tsx';
import { findSearched, listEntries, longListFrom } from './list-entries.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { clearFilters, useListView } from './list-view.ts';
import { listCovered, useCauses } from './use-causes.ts';
import { useListAddress } from './use-list-address.ts';
import { ViewLine } from './view-line.tsx';

/** Stands in place of the list where no automation passes its search and filter. */
function NoAutomationMatches({ search }: { search: string }) {
  return (
    <EmptyState
      icon={SearchX}
      title={search === '' ? 'Nothing matches' : `Nothing matches “${search}”`}
      text="Search looks at names, sheets and columns."
      action={<Button onClick={clearFilters}>{search === '' ? 'Show all' : 'Clear search'}</Button>}
    />
  );
}

/** Returns the automations of the cause, or of the result, that the list is to show; null for all. */
function useWantedIds(key: string | null, cause: Cause | null): ReadonlySet<string> | null {
  const pointedTo = useBulkWork((state) => state.pointedTo);
  if (key === null) return null;
  if (key !== pointedToKey) return new Set(cause?.automations.map(({ id }) => id));
  // A result is gone with the page.
  return pointedTo.length === 0 ? null : new Set(pointedTo);
}

/** All automations, by source or one by one, as the address wants them. */
export function WholeList({ automations, rules, updatedAt, more }: ListProps) {
  useListAddress();
  const view = useListView();
  const isStopped = useReadOnly();
  const causes = useCauses(automations);
  const cause = causes.find(({ key }) => key === view.cause) ?? null;
  const ofCause = useWantedIds(view.cause, cause);
  const found = findSearched({ automations, ofCause, search: view.search });
  const covered = listCovered(causes);
  const { entries, wanted, isGrouped } = listEntries({
    automations,
    rules,
    ofCause,
    covered,
    isStopped,
    ...view,
  });
  return (
    <>
      <ListToolbar automations={automations} found={found} />
      <ViewLine automations={automations} shown={wanted.length} />
      {entries.length === 0 ? (
        <NoAutomationMatches search={view.search.trim()} />
      ) : (
        <AutomationsTable
          entries={entries}
          wanted={wanted}
          isGrouped={isGrouped}
          isCompact={automations.length >= longListFrom}
          covered={covered}
        />
      )}
      <ListBar automations={automations} updatedAt={updatedAt} wanted={wanted} />
      {more && (
        <div className="flex justify-center border-t border-line py-3">
          <Button pending={more.pending} pendingLabel="Loading..." onClick={more.load}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
