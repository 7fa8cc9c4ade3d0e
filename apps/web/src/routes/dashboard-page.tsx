import { useSearch } from '@tanstack/react-router';
import { useAuthStatus } from '../api/session.queries.ts';
import { ConnectPanel } from '../features/connection/connect-panel.tsx';
import { NotConnectedAnswer } from '../features/overview/answer.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { ActivitySection } from './activity-section.tsx';
import { OverviewSection } from './overview-section.tsx';
import { AppShell } from './shell/app-shell.tsx';
import { useArrivalNotices } from './use-arrival-notices.ts';

function ConnectSection({ reconnect }: { reconnect: boolean }) {
  return (
    <>
      <PageHead title="Dashboard" answer={<NotConnectedAnswer reconnect={reconnect} />} />
      <ConnectPanel reconnect={reconnect} />
    </>
  );
}

function Section() {
  const { smartsheetState: state } = useAuthStatus();
  const { section } = useSearch({ strict: false });
  if (section === 'activity') return <ActivitySection />;
  if (state === 'connected') return <OverviewSection />;
  return <ConnectSection reconnect={state === 'needs_reconnect'} />;
}

export function DashboardPage() {
  useArrivalNotices();
  return (
    <AppShell>
      <Section />
    </AppShell>
  );
}
