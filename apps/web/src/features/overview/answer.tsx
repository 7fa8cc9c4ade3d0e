import { useAuthStatus } from '../../api/session.queries.ts';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { resting, statusLine } from './status-line.ts';
import { useOfflineAsOf } from './use-offline.ts';
import { useStats } from './use-stats.ts';
import { useSyncCounts } from './use-sync-counts.ts';

/** Stands for the line until it is known. */
export const lineSkeleton = <Skeleton className="h-[1.3125rem] w-72 max-w-full" />;

function LoadedAnswer() {
  const stats = useStats();
  const { smartsheetState } = useAuthStatus();
  const counts = useSyncCounts();
  const now = useNow();
  const offlineAsOf = useOfflineAsOf();
  // The two are asked for one after the other; whichever knows of a lost connection is right.
  const isLost = smartsheetState !== 'connected' && stats.connection.state === 'connected';
  const connection = isLost ? { state: smartsheetState, message: null, waiting: null } : stats.connection;
  return statusLine({ ...stats, connection }, { now, offlineAsOf, ...counts });
}

/** The line under the page's title. */
export function Answer() {
  return (
    <PanelBoundary
      skeleton={lineSkeleton}
      failure={() => 'How your automations stand is not known right now.'}
    >
      <LoadedAnswer />
    </PanelBoundary>
  );
}

const firstStep = 'One step is left before your first automation.';

/** The same for somebody who has no automations, and no connection either. */
export function NotConnectedAnswer({ reconnect }: { reconnect: boolean }) {
  return reconnect ? resting : firstStep;
}
