import { Link, useSearch } from '@tanstack/react-router';
import { useAuthStatus } from '../api/session.queries.ts';
import { RecentActivity } from '../features/activity/recent-activity.tsx';
import { AutomationsPanel } from '../features/automations/list/automations-panel.tsx';
import { ConnectPanel } from '../features/connection/connect-panel.tsx';
import { Answer, NotConnectedAnswer } from '../features/overview/answer.tsx';
import { Overview } from '../features/overview/overview.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { ActivitySection } from './activity-section.tsx';
import { NewConfiguration } from './new-configuration.tsx';
import { AppShell } from './shell/app-shell.tsx';
import { useArrivalNotices } from './use-arrival-notices.ts';
import { useNewConfiguration } from './use-new-configuration.ts';

const link = 'text-sm font-semi text-accent hover:underline';

const NotConnected = ({ reconnect }: { reconnect: boolean }) => (
  <>
    <PageHead title="Dashboard" answer={<NotConnectedAnswer reconnect={reconnect} />} />
    <ConnectPanel reconnect={reconnect} />
  </>
);

const Connected = () => {
  const { show } = useNewConfiguration();
  return (
    <>
      <PageHead title="Dashboard" answer={<Answer />} />
      <Overview />
      <AutomationsPanel onNew={show} />
      <RecentActivity
        viewAll={
          <Link to="/dashboard" search={{ section: 'activity' }} className={link}>
            View all activity logs
          </Link>
        }
      />
      <NewConfiguration />
    </>
  );
};

export const DashboardPage = () => {
  useArrivalNotices();
  const { smartsheetState: state } = useAuthStatus();
  const { section } = useSearch({ strict: false });
  return (
    <AppShell>
      {section === 'activity' ? (
        <ActivitySection />
      ) : state === 'connected' ? (
        <Connected />
      ) : (
        <NotConnected reconnect={state === 'needs_reconnect'} />
      )}
    </AppShell>
  );
};
