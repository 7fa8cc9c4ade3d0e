import { useSearch } from '@tanstack/react-router';
import { useAuthStatus } from '../api/session.queries.ts';
import { ConnectPanel, ReconnectPanel } from '../features/connection/connect-panel.tsx';
import { lineSkeleton, NotConnectedSubtitle } from '../features/overview/dashboard-subtitle.tsx';
import { useStats } from '../features/overview/use-stats.ts';
import { PageHead } from '../ui/page-head.tsx';
import { PanelBoundary } from '../ui/panel-boundary.tsx';
import { ActivitySection } from './activity-section.tsx';
import { OverviewSection } from './overview-section.tsx';

type ConnectSectionProps = { reconnect: boolean; hasAutomations?: false };

function ConnectSection({ reconnect, hasAutomations }: ConnectSectionProps) {
  return (
    <>
      <PageHead
        title="Dashboard"
        subtitle={<NotConnectedSubtitle reconnect={reconnect} hasAutomations={hasAutomations} />}
      />
      <ConnectPanel reconnect={reconnect} />
    </>
  );
}

/** Users with automations still see them, and what makes them go on; nobody else has anything to see yet. */
function NotConnectedSection({ isRefused }: { isRefused: boolean }) {
  if (useStats().configurationCount === 0)
    return <ConnectSection reconnect={isRefused} hasAutomations={false} />;
  return <OverviewSection notice={<ReconnectPanel isRefused={isRefused} />} />;
}

/** What the dashboard shows: what to connect first, the overview, or the whole activity log. */
export function DashboardSection() {
  const { smartsheetState: state } = useAuthStatus();
  const { section } = useSearch({ strict: false });
  const isRefused = state === 'needs_reconnect';
  if (section === 'activity') return <ActivitySection />;
  if (state === 'connected') return <OverviewSection />;
  return (
    <PanelBoundary
      skeleton={<PageHead title="Dashboard" subtitle={lineSkeleton} />}
      failure={() => <ConnectSection reconnect={isRefused} />}
    >
      <NotConnectedSection isRefused={isRefused} />
    </PanelBoundary>
  );
}
