import { Button } from '@picksync/ui/button.tsx';
import { Panel } from '@picksync/ui/card.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { ReasonedButton } from '@picksync/ui/reasoned-button.tsx';
import { Plus, RotateCw } from 'lucide-react';
import { showToast } from '../../../stores/toast.ts';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { Placed, type PlacedProps } from '../../../ui/placed.tsx';
import { readOnlyReason, useReadOnly } from '../use-read-only.ts';
import { useRefreshButton } from '../use-refresh.ts';
import { AutomationsSkeleton } from './automations-table.tsx';
import { LoadedAutomations } from './loaded-automations.tsx';

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
