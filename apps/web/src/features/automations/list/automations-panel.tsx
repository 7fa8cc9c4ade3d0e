import { ListChecks, RotateCw } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { useRefreshButton } from '../use-refresh.ts';
import { AutomationsList } from './automations-list.tsx';
import { AutomationsSkeleton } from './automations-table.tsx';
import { NewAutomationButton } from './new-automation-button.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { useAutomations } from './use-automations.ts';

/** The automations, or what to do while there are none. */
function LoadedAutomations() {
  const { automations, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useAutomations();
  const next = {
    pending: isFetchingNextPage,
    failed: isFetchNextPageError,
    load: () => void fetchNextPage(),
  };
  const more = hasNextPage ? next : null;
  return (
    <>
      {automations.length > 0 ? (
        <AutomationsList automations={automations} more={more} />
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

/** The user's automations with everything that can be done to them. */
export function AutomationsPanel({ onNew }: { onNew: () => void }) {
  const refresh = useRefreshButton();
  return (
    <Panel
      title="Active Configurations"
      actions={
        // By keyboard the other way round: who comes here wants a new automation first.
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
          <ErrorState message="Failed to load configurations. Please try again." onRetry={retry} />
        )}
      >
        <LoadedAutomations />
      </PanelBoundary>
    </Panel>
  );
}
