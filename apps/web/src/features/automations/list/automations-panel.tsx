import { type Automation, automationEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Panel } from '@picksync/ui/card.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { ReasonedButton } from '@picksync/ui/reasoned-button.tsx';
import { useMutation } from '@tanstack/react-query';
import { ListChecks, Plus, RotateCw, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { useRefetch } from '../../../api/use-refetch.ts';
import { showToast } from '../../../stores/toast.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { pointedToKey, useBulkWork } from '../bulk/bulk-work.ts';
import { useAutomations } from '../use-automations.ts';
import { readOnlyReason, useReadOnly } from '../use-read-only.ts';
import { dashboardPaths, useRefresh } from '../use-refresh.ts';
import { AutomationsSkeleton, AutomationsTable } from './automations-table.tsx';
import { type Cause, findCauses } from './causes.ts';
import { useChosen } from './chosen.ts';
import { findSearched, listEntries, longListFrom } from './list-entries.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { clearFilters, isNarrowed, useListView } from './list-view.ts';
import { OpenDialog } from './open-dialog.tsx';
import { useListAddress } from './use-list-address.ts';

/** Loaded only when there is something to tell. */
const CauseCards = lazyPart(async () => (await import('./cause-cards.tsx')).CauseCards);

/** Loaded only when something is chosen. */
const BulkBar = lazyPart(async () => (await import('../bulk/bulk-bar.tsx')).BulkBar, { floats: true });

/** Loaded only when the list is not shown as usual. */
const ViewLine = lazyPart(async () => (await import('./view-line.tsx')).ViewLine);

/** `onPlaced` is called when a part of the page has its height, so that what stands below it can be shown without moving. */
type PlacedProps = { onPlaced: () => void };

/** Calls `onPlaced` after its first render, when its height is final. */
function Placed({ onPlaced, children }: PlacedProps & { children: ReactNode }) {
  useEffect(onPlaced, [onPlaced]);
  return children;
}

/** Opens the form of a new automation, or says what it needs first. */
function NewAutomationButton({ onNew }: { onNew: () => void }) {
  const isReadOnly = useReadOnly();
  return (
    <ReasonedButton
      variant="primary"
      onClick={onNew}
      disabledReason={isReadOnly ? readOnlyReason : undefined}
      onRefused={(title) => showToast({ tone: 'bad', title })}
    >
      <Plus aria-hidden="true" />
      New Configuration
    </ReasonedButton>
  );
}

/** The user's automations with all their actions. */
export function AutomationsPanel({ onNew, onPlaced }: PlacedProps & { onNew: () => void }) {
  useListAddress();
  return (
    <>
      <PanelBoundary skeleton={null} failure={() => null}>
        <Causes />
      </PanelBoundary>
      <ListPanel onNew={onNew} onPlaced={onPlaced} />
    </>
  );
}

/** What holds several automations up at once, told once. */
function Causes() {
  const { automations } = useAutomations();
  const causes = useCauses(automations);
  return causes.length > 0 && <CauseCards causes={causes} />;
}

/** Returns the causes that several automations share. Without Smartsheet all of them have the same one, which the page tells. */
function useCauses(automations: readonly Automation[]): readonly Cause[] {
  return useReadOnly() ? [] : findCauses(automations);
}

function ListPanel({ onNew, onPlaced }: PlacedProps & { onNew: () => void }) {
  const refresh = useRefetch(dashboardPaths);
  return (
    <Panel
      title="Active Configurations"
      actions={
        // By keyboard the other way round: a user who comes here wants a new automation first.
        <>
          <div className="order-2">
            <NewAutomationButton onNew={onNew} />
          </div>
          <Button pending={refresh.isPending} onClick={() => refresh.mutate()} className="order-1">
            {!refresh.isPending && <RotateCw aria-hidden="true" />}
            Refresh
          </Button>
        </>
      }
    >
      <PanelBoundary
        skeleton={<AutomationsSkeleton />}
        failure={(retry) => (
          <Placed onPlaced={onPlaced}>
            <ErrorState message="Failed to load configurations. Please try again." onRetry={retry} />
          </Placed>
        )}
      >
        <Placed onPlaced={onPlaced}>
          <LoadedAutomations />
        </Placed>
      </PanelBoundary>
    </Panel>
  );
}

/** The automations, or what to do while there are none. */
function LoadedAutomations() {
  const { automations, updatedAt, more } = useAutomations();
  return (
    <>
      {automations.length > 0 ? (
        <AutomationsList automations={automations} updatedAt={updatedAt} more={more} />
      ) : (
        <EmptyState
          icon={ListChecks}
          title="No configurations found. Create your first automation above."
          text="Choose a column to read and a dropdown to fill; the dropdown follows from then on."
        />
      )}
      <OpenDialog automations={automations} more={more} />
    </>
  );
}

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

type AutomationsListProps = {
  automations: readonly Automation[];
  /** When they were loaded. */
  updatedAt: number;
  /** The next page; null when this is all. */
  more: { pending: boolean; failed: boolean; load: () => void } | null;
};

/** Loads the whole list, page by page: search, filters, groups and counts are about all of it. */
function useWholeList({ more }: Pick<AutomationsListProps, 'more'>): void {
  const load = more && !more.pending && !more.failed ? more.load : null;
  const latest = useRef(load);
  latest.current = load;
  const isNeeded = load !== null;
  useEffect(() => {
    if (isNeeded) latest.current?.();
  }, [isNeeded]);
}

/** Whether something is chosen, or something is done with many. */
function useHasBar(): boolean {
  const isChosen = useChosen(({ ids }) => ids.size > 0);
  const isAtWork = useBulkWork(({ work }) => work !== null);
  return isChosen || isAtWork;
}

/** Returns the automations of the cause, or of the result, that the list is to show; null for all. */
function useWantedIds(key: string | null, cause: Cause | null): ReadonlySet<string> | null {
  const pointedTo = useBulkWork((state) => state.pointedTo);
  if (key === null) return null;
  if (key !== pointedToKey) return new Set(cause?.automations.map(({ id }) => id));
  // A result is gone with the page.
  return pointedTo.length === 0 ? null : new Set(pointedTo);
}

/** The automations, by source or one by one. */
function AutomationsList({ automations, updatedAt, more }: AutomationsListProps) {
  useWholeList({ more });
  const view = useListView();
  const isStopped = useReadOnly();
  const causes = useCauses(automations);
  const cause = causes.find(({ key }) => key === view.cause) ?? null;
  const ofCause = useWantedIds(view.cause, cause);
  const found = findSearched({ automations, ofCause, search: view.search });
  const { entries, wanted, isGrouped } = listEntries({ automations, ofCause, isStopped, ...view });
  const hasBar = useHasBar();
  const covered = new Set(causes.flatMap((one) => one.automations.map(({ id }) => id)));
  return (
    <>
      <MissingNames automations={automations} />
      <ListToolbar automations={automations} found={found} />
      {(isNarrowed(view) || view.order !== 'newest') && (
        <ViewLine shown={wanted.length} total={automations.length} />
      )}
      {wanted.length === 0 ? (
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
      {hasBar && (
        <>
          {/* The bar floats over the end of the list. */}
          <div className="h-[72px]" />
          <BulkBar automations={automations} updatedAt={updatedAt} wanted={wanted} />
        </>
      )}
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

/** Looks up one after the other, past those that fail; throws when any did. */
async function lookUpNames(automations: readonly Automation[]): Promise<void> {
  let failed: unknown;
  for (const { id } of automations) {
    try {
      await call(automationEndpoints.updateSourceName, { params: { id } });
    } catch (problem) {
      failed = problem;
    }
  }
  if (failed) throw failed;
}

/** Automations from before the name of the source sheet was stored; one button looks up all of them. */
function MissingNames({ automations }: { automations: readonly Automation[] }) {
  const refresh = useRefresh();
  const nameless = automations.filter(({ sourceSheetName }) => sourceSheetName === null);
  const lookUp = useMutation({
    mutationFn: () => lookUpNames(nameless),
    onSuccess: () => showToast({ title: 'Source sheet name updated' }),
    onError: () =>
      showToast({
        tone: 'bad',
        title: 'Update failed',
        description: 'Failed to update source sheet name',
      }),
    onSettled: refresh,
  });
  if (nameless.length === 0) return null;
  return (
    <div className="border-b border-line p-3 md:px-4">
      <Alert
        tone="warn"
        title="Some configurations lack the name of their source sheet"
        action={
          <Button
            size="sm"
            pending={lookUp.isPending}
            pendingLabel="Looking them up..."
            onClick={() => lookUp.mutate()}
          >
            Look up the names
          </Button>
        }
      >
        They work as before. Their names can be read from Smartsheet.
      </Alert>
    </div>
  );
}
