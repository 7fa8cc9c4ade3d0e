import { Navigate } from '@tanstack/react-router';
import { useAuthStatus } from '../api/session.queries.ts';
import { AutomationsPanel } from '../features/automations/list/automations-panel.tsx';
import { WholeList } from '../features/automations/list/whole-list.tsx';
import { ReconnectPanel } from '../features/connection/lazy-connect-panel.tsx';
import { useConnectionCheck } from '../features/connection/use-connection-check.ts';
import { DashboardSubtitle, lineSkeleton } from '../features/overview/dashboard-subtitle.tsx';
import { useStats } from '../features/overview/use-stats.ts';
import { PageHead } from '../ui/page-head.tsx';
import { PanelBoundary } from '../ui/panel-boundary.tsx';
import { NewConfiguration } from './new-configuration.tsx';
import { AppShell } from './shell/app-shell.tsx';
import { useNewConfiguration } from './use-new-configuration.ts';

const title = 'Configurations';

function Section({ isLost = false }: { isLost?: boolean }) {
  const { smartsheetState } = useAuthStatus();
  const { show } = useNewConfiguration();
  return (
    <>
      <PageHead title={title} subtitle={<DashboardSubtitle />} />
      {isLost && <ReconnectPanel isRefused={smartsheetState === 'needs_reconnect'} />}
      <AutomationsPanel onNew={show} list={WholeList} />
    </>
  );
}

/** Without Smartsheet there is a list for those who have one; anybody else begins on the dashboard. */
function NotConnectedSection() {
  return useStats().configurationCount > 0 ? <Section isLost /> : <Navigate to="/dashboard" replace />;
}

/** The whole list of automations, with what finds, orders and changes many of them. */
export function ConfigurationsPage() {
  useConnectionCheck();
  const isConnected = useAuthStatus().smartsheetState === 'connected';
  return (
    <AppShell isWide>
      {isConnected ? (
        <Section />
      ) : (
        <PanelBoundary
          skeleton={<PageHead title={title} subtitle={lineSkeleton} />}
          failure={() => <Section isLost />}
        >
          <NotConnectedSection />
        </PanelBoundary>
      )}
      {/* Beside them, so that it stays as it is when the connection goes or comes. */}
      <NewConfiguration />
    </AppShell>
  );
}
