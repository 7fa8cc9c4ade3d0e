import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import { automationsQuery } from '../api/automations.queries.ts';
import { RecentActivity } from '../features/activity/recent-activity.tsx';
import { AutomationsPanel } from '../features/automations/list/automations-panel.tsx';
import { Answer } from '../features/overview/answer.tsx';
import { Overview } from '../features/overview/overview.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { NewConfiguration } from './new-configuration.tsx';
import { useNewConfiguration } from './use-new-configuration.ts';

/** What happened last, as soon as it is known how far down it begins: what has been shown must not move. */
function PlacedActivity() {
  const isKnown = !useInfiniteQuery({ ...automationsQuery, enabled: false }).isPending;
  // React draws what a query tells it in one go, but what is deferred in slices.
  const isPlaced = useDeferredValue(isKnown);
  if (!isPlaced) return null;
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

/** The figures, the automations and what happened last, below what there is to say about all of it. */
export function OverviewSection({ notice }: { notice?: ReactNode }) {
  const { show } = useNewConfiguration();
  return (
    <>
      <PageHead title="Dashboard" answer={<Answer />} />
      {notice}
      <Overview />
      <AutomationsPanel onNew={show} />
      <PlacedActivity />
      <NewConfiguration />
    </>
  );
}
