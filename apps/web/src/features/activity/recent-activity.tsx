import { Panel } from '@picksync/ui/card.tsx';
import type { ReactNode } from 'react';
import { ActivityBoundary } from './activity-boundary.tsx';
import { RecentActivityList } from './activity-list.tsx';
import { ActivityRefresh } from './activity-refresh.tsx';

/** The latest entries on the dashboard. `viewAll` leads to the rest. */
export function RecentActivity({ viewAll }: { viewAll: ReactNode }) {
  return (
    <Panel
      title="Recent Activity"
      actions={
        <>
          {viewAll}
          <ActivityRefresh />
        </>
      }
    >
      <ActivityBoundary>
        <RecentActivityList />
      </ActivityBoundary>
    </Panel>
  );
}
