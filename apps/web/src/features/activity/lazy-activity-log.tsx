import { Panel } from '@picksync/ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ActivitySkeleton } from './activity-boundary.tsx';

/** The whole log: few who open the dashboard look at it at once. */
export const ActivityLog = lazyPart(async () => (await import('./activity-log.tsx')).ActivityLog, {
  pending: (
    <Panel title="Activity logs" titleHidden>
      <ActivitySkeleton />
    </Panel>
  ),
});
