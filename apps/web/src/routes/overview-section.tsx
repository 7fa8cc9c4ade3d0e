import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { RecentActivity } from '../features/activity/recent-activity.tsx';
import { AutomationsPanel } from '../features/automations/list/automations-panel.tsx';
import { DashboardSubtitle } from '../features/overview/dashboard-subtitle.tsx';
import { Overview } from '../features/overview/overview.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useNewConfiguration } from './use-new-configuration.ts';

function Activity() {
  return (
    <RecentActivity
      viewAll={
        <Link
          to="/dashboard"
          search={{ section: 'activity' }}
          className="text-sm font-semi whitespace-nowrap text-accent hover:underline"
        >
          View all activity logs
        </Link>
      }
    />
  );
}

/** The figures, the automations and the recent activity, below a notice about all of them. */
export function OverviewSection({ notice }: { notice?: ReactNode }) {
  const { show } = useNewConfiguration();
  const [isListPlaced, setListPlaced] = useState(false);
  const placeList = useCallback(() => setListPlaced(true), []);
  return (
    <>
      <PageHead title="Dashboard" subtitle={<DashboardSubtitle />} />
      {notice}
      <Overview />
      <AutomationsPanel onNew={show} onPlaced={placeList} />
      {/* The automations tell how far down it begins: what has been shown must not move. */}
      {isListPlaced && <Activity />}
    </>
  );
}
