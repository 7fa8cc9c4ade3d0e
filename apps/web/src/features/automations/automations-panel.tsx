import { ListChecks, Plus, RotateCw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { AutomationsShape, AutomationsTable } from './automations-table.tsx';
import { LegacyBanner } from './legacy-banner.tsx';
import { useAutomations } from './use-automations.ts';
import { useRefresh } from './use-refresh.ts';

type AutomationsPanelProps = { onNew: () => void };

const NewButton = ({ onNew, variant }: AutomationsPanelProps & { variant: 'primary' | 'secondary' }) => (
  <Button variant={variant} onClick={onNew}>
    <Plus aria-hidden="true" />
    New Configuration
  </Button>
);

const Content = ({ onNew }: AutomationsPanelProps) => {
  const { automations, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useAutomations();
  if (automations === undefined && isError) {
    const message = 'Failed to load configurations. Please try again.';
    return <ErrorState message={message} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (automations === undefined) return <AutomationsShape />;
  if (automations.length === 0) {
    return (
      <EmptyState
        icon={ListChecks}
        title="No configurations found. Create your first automation above."
        text="Choose a column to read and a dropdown to fill; the dropdown follows from then on."
        action={<NewButton variant="secondary" onNew={onNew} />}
      />
    );
  }
  return (
    <>
      <LegacyBanner automations={automations} />
      <AutomationsTable automations={automations} />
      {hasNextPage && (
        <div className="flex justify-center border-t border-line py-3">
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
};

/** The user's automations with everything that can be done to them. */
export const AutomationsPanel = ({ onNew }: AutomationsPanelProps) => {
  const refresh = useRefresh();
  return (
    <Panel
      title="Active Configurations"
      actions={
        <>
          <Button onClick={() => void refresh()}>
            <RotateCw aria-hidden="true" />
            Refresh
          </Button>
          <NewButton variant="primary" onNew={onNew} />
        </>
      }
    >
      <Content onNew={onNew} />
    </Panel>
  );
};
