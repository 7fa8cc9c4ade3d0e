import { useQuery } from '@tanstack/react-query';
import { authStatusQuery } from '../api/session.queries.ts';
import { ConnectPanel } from '../features/connection/connect-panel.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { AppShell } from './shell/app-shell.tsx';
import { useArrivalNotices } from './use-arrival-notices.ts';

export const DashboardPage = () => {
  useArrivalNotices();
  const { data: status } = useQuery(authStatusQuery);
  return (
    <AppShell>
      {status?.smartsheetState === 'connected' ? (
        <PageHead title="Dashboard" />
      ) : (
        <>
          <PageHead title="Dashboard" answer="One step is left before your first automation." />
          <ConnectPanel reconnect={status?.smartsheetState === 'needs_reconnect'} />
        </>
      )}
    </AppShell>
  );
};
