import { PanelBoundary } from '../../ui/panel-boundary.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { resting, statusLine } from './status-line.ts';
import { useOfflineAsOf } from './use-offline.ts';
import { useStats } from './use-stats.ts';
import { useSyncCounts } from './use-sync-counts.ts';

const lineSkeleton = <Skeleton className="my-0.5 h-4 w-72 max-w-full" />;

function LoadedAnswer() {
  const stats = useStats();
  const counts = useSyncCounts();
  const now = useNow();
  const offlineAsOf = useOfflineAsOf();
  return statusLine(stats, { now, offlineAsOf, ...counts });
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

function LoadedNotConnectedAnswer() {
  return useStats().configurationCount > 0 ? resting : firstStep;
}

/** The same while Smartsheet is not connected. */
export function NotConnectedAnswer({ reconnect }: { reconnect: boolean }) {
  if (reconnect) return resting;
  return (
    <PanelBoundary skeleton={lineSkeleton} failure={() => firstStep}>
      <LoadedNotConnectedAnswer />
    </PanelBoundary>
  );
}
