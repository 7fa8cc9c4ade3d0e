import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { automationsQuery } from '../api/automations.queries.ts';
import { RecentActivity } from '../features/activity/recent-activity.tsx';
import { AutomationsPanel } from '../features/automations/list/automations-panel.tsx';
import { Answer } from '../features/overview/answer.tsx';
import { Overview } from '../features/overview/overview.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PanelBoundary } from '../ui/panel-boundary.tsx';
import { NewConfiguration } from './new-configuration.tsx';
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

function BelowAutomations({ children }: { children: ReactNode }) {
  useSuspenseInfiniteQuery(automationsQuery);
  return children;
}

/** What happened last, drawn together with the automations, which tell how far down it begins: what has been shown must not move. */
function PlacedActivity() {
  return (
    <PanelBoundary skeleton={null} failure={() => <Activity />}>
      <BelowAutomations>
        <Activity />
      </BelowAutomations>
    </PanelBoundary>
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
