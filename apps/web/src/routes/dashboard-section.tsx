import { StillComing } from '@picksync/ui/skeleton.tsx';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { useAuthStatus } from '../api/session.queries.ts';
import { ActivityLog } from '../features/activity/lazy-activity-log.tsx';
import { LogNote } from '../features/activity/log-note.tsx';
import { RecentActivity } from '../features/activity/recent-activity.tsx';
import { AutomationsPanel } from '../features/automations/list/automations-panel.tsx';
import { TopList } from '../features/automations/list/top-list.tsx';
import { ConnectPanel, ReconnectPanel } from '../features/connection/lazy-connect-panel.tsx';
import {
  DashboardSubtitle,
  lineSkeleton,
  NotConnectedSubtitle,
} from '../features/overview/dashboard-subtitle.tsx';
import { FirstSteps } from '../features/overview/lazy-first-steps.tsx';
import { NoLicense } from '../features/overview/lazy-no-license.ts';
import { useMayBeNew } from '../features/overview/may-be-new.ts';
import { Overview } from '../features/overview/overview.tsx';
import { useStats } from '../features/overview/use-stats.ts';
import { PageHead } from '../ui/page-head.tsx';
import { PanelBoundary } from '../ui/panel-boundary.tsx';
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
function OverviewSection({ notice }: { notice?: ReactNode }) {
  const { show } = useNewConfiguration();
  const { smartsheetLicensed } = useAuthStatus();
  const [isListPlaced, setListPlaced] = useState(false);
  const placeList = useCallback(() => setListPlaced(true), []);
  return (
    <>
      <PageHead title="Dashboard" subtitle={<DashboardSubtitle />} />
      {notice}
      {!notice && smartsheetLicensed === false && <NoLicense />}
      <Overview />
      <AutomationsPanel onNew={show} onPlaced={placeList} list={TopList} />
      {/* The automations tell how far down it begins: what has been shown must not move. */}
      {isListPlaced ? <BelowList hasSteps={!notice} onNew={show} /> : <StillComing />}
    </>
  );
}

type BelowListProps = { hasSteps: boolean; onNew: () => void };

/** The first steps of somebody new, who finds the list above them on a phone as well, and the recent activity. */
function BelowList({ hasSteps, onNew }: BelowListProps) {
  const mayBeNew = useMayBeNew();
  if (!hasSteps || mayBeNew === false) return <Activity />;
  // Until it is known whether there are steps, nothing is shown that they would move.
  return mayBeNew ? <FirstSteps onNew={onNew} below={<Activity />} /> : <StillComing />;
}

/** The dashboard with the activity log in place of the overview. */
function ActivitySection() {
  return (
    <>
      <PageHead
        title="Activity logs"
        subtitle={
          <>
            <LogNote />
            <Link to="/dashboard" className="text-sm font-semi text-accent hover:underline">
              Back to the dashboard
            </Link>
          </>
        }
      />
      <ActivityLog />
    </>
  );
}

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
