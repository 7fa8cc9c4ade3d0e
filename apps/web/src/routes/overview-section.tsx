import { Link } from '@tanstack/react-router';
import { RecentActivity } from '../features/activity/recent-activity.tsx';
import { AutomationsPanel } from '../features/automations/list/automations-panel.tsx';
import { Answer } from '../features/overview/answer.tsx';
import { Overview } from '../features/overview/overview.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { NewConfiguration } from './new-configuration.tsx';
import { useNewConfiguration } from './use-new-configuration.ts';

/** The dashboard of somebody who is connected: the figures, the automations and what happened last. */
export function OverviewSection() {
  const { show } = useNewConfiguration();
  return (
    <>
      <PageHead title="Dashboard" answer={<Answer />} />
      <Overview />
      <AutomationsPanel onNew={show} />
      <RecentActivity
        viewAll={
          <Link
            to="/dashboard"
            search={{ section: 'activity' }}
            className="text-sm font-semi text-accent hover:underline"
          >
            View all activity logs
          </Link>
        }
      />
      <NewConfiguration />
    </>
  );
}
