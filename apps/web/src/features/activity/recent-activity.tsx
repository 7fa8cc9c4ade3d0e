import { Panel } from '@picksync/ui/card.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ActivityFilter, recentActivityQuery } from '../../api/activity.queries.ts';
import { formatAgoBriefly } from '../../ui/dates.ts';
import { KeepPlace } from '../../ui/keep-place.tsx';
import { ActivityBoundary } from './activity-boundary.tsx';
import { ActivityLineItem } from './activity-line.tsx';
import { ActivityRefresh } from './activity-refresh.tsx';
import { NothingYet } from './nothing-yet.tsx';

const noFilter: ActivityFilter = {};

/** The latest lines, newest first. */
function RecentLines() {
  const { data } = useSuspenseInfiniteQuery(recentActivityQuery);
  const now = useNow();
  const lines = data.pages.flatMap(({ reply }) => reply);
  if (lines.length === 0) return <NothingYet />;
  return (
    <KeepPlace>
      <ul>
        {lines.map((line) => (
          <ActivityLineItem
            key={line.id}
            line={line}
            filter={noFilter}
            time={formatAgoBriefly(line.entry.timestamp, now)}
          />
        ))}
      </ul>
    </KeepPlace>
  );
}

/** The latest lines on the dashboard. `viewAll` leads to the rest. */
export function RecentActivity({ viewAll }: { viewAll: ReactNode }) {
  return (
    <Panel
      title="Recent Activity"
      actions={
        <>
          {viewAll}
          {/* Its picture reaches the edge of the text: the head has one line on a phone, with a finger too. */}
          <span className="-me-[7px] pointer-coarse:-me-3">
            <ActivityRefresh />
          </span>
        </>
      }
    >
      <ActivityBoundary>
        <RecentLines />
      </ActivityBoundary>
    </Panel>
  );
}
