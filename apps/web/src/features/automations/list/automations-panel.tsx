import type { Automation, Rule } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Panel } from '@picksync/ui/card.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { ReasonedButton } from '@picksync/ui/reasoned-button.tsx';
import { useQuery } from '@tanstack/react-query';
import { ListChecks, Plus, RotateCw } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { rulesQuery } from '../../../api/rules.queries.ts';
import { useRefetch } from '../../../api/use-refetch.ts';
import { showToast } from '../../../stores/toast.ts';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { useAutomations } from '../use-automations.ts';
import { readOnlyReason, useReadOnly } from '../use-read-only.ts';
import { dashboardPaths } from '../use-refresh.ts';
import { AutomationsSkeleton } from './automations-table.tsx';
import { CauseCards } from './cause-cards.tsx';
import { MissingNames } from './missing-names.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { useCauses } from './use-causes.ts';

/** The automations of a list, and how more of them are loaded. */
export type ListProps = {
  automations: readonly Automation[];
  /** The rules, with and without automations; none while they are not known. */
  rules: readonly Rule[];
  /** When they were loaded. */
  updatedAt: number;
  /** The next page; null when this is all. */
  more: { pending: boolean; failed: boolean; load: () => void } | null;
};

/** `onPlaced` is called when a part of the page has its height, so that what stands below it can be shown without moving. */
type PlacedProps = { onPlaced?: (() => void) | undefined };

/** Calls `onPlaced` after its first render, when its height is final. */
function Placed({ onPlaced, children }: PlacedProps & { children: ReactNode }) {
  useEffect(() => onPlaced?.(), [onPlaced]);
  return children;
}

/** Opens the form of a new automation, or says what it needs first. */
function NewAutomationButton({ onNew }: { onNew: () => void }) {
  const isReadOnly = useReadOnly();
  return (
    <ReasonedButton
      data-new-configuration
      variant="primary"
      onClick={onNew}
      disabledReason={isReadOnly ? readOnlyReason : undefined}
      onRefused={(title) => showToast({ tone: 'neutral', title })}
    >
      <Plus aria-hidden="true" />
      New Configuration
    </ReasonedButton>
  );
}

type AutomationsPanelProps = PlacedProps & {
  onNew: () => void;
  /** The part of the automations that the page shows. */
  list: ComponentType<ListProps>;
};

/** The user's automations with all their actions. */
export function AutomationsPanel({ onNew, onPlaced, list }: AutomationsPanelProps) {
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
          <LoadedAutomations list={list} />
        </Placed>
      </PanelBoundary>
    </Panel>
  );
}

/** The automations, or what to do while there are none. */
function LoadedAutomations({ list: List }: Pick<AutomationsPanelProps, 'list'>) {
  const { automations, updatedAt, more } = useAutomations();
  // Where they cannot be read, the names that their automations know stand in the heads.
  const { data: rules = [], isPending } = useQuery(rulesQuery);
  const causes = useCauses(automations);
  useWholeList(more);
  // A rule may be all that there is.
  if (automations.length === 0 && isPending) return <AutomationsSkeleton />;
  return (
    <>
      {automations.length + rules.length > 0 ? (
        <>
          <CauseCards causes={causes} />
          <MissingNames automations={automations} />
          <List automations={automations} rules={rules} updatedAt={updatedAt} more={more} />
        </>
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

/** Loads the whole list, page by page: causes, groups and counts are about all of it. */
function useWholeList(more: ListProps['more']): void {
  const load = more && !more.pending && !more.failed ? more.load : null;
  const latest = useRef(load);
  latest.current = load;
  const isNeeded = load !== null;
  useEffect(() => {
    if (isNeeded) latest.current?.();
  }, [isNeeded]);
}
