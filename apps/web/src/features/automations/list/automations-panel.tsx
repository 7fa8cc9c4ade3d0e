import { Button } from '@picksync/ui/button.tsx';
import { Panel } from '@picksync/ui/card.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { RotateCw } from 'lucide-react';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { Placed, type PlacedProps } from '../../../ui/placed.tsx';
import { useRefreshButton } from '../use-refresh.ts';
import { AutomationsSkeleton } from './automations-table.tsx';
import { LoadedAutomations } from './loaded-automations.tsx';
import { NewAutomationButton } from './new-automation-button.tsx';

/** The user's automations with all their actions. */
export function AutomationsPanel({ onNew, onPlaced }: PlacedProps & { onNew: () => void }) {
  const refresh = useRefreshButton();
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
