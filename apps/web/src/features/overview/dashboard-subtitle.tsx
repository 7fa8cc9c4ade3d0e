import { isMaintenanceOn } from '@picksync/contracts';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useOfflineSince } from '../../api/reachable.ts';
import { useAuthStatus } from '../../api/session.queries.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';
import { longTurnAt, statusLine } from './status-line.ts';
import { useStats, useSyncCounts } from './use-stats.ts';

/** Shown until the line is known. */
export const lineSkeleton = <Skeleton className="h-[1.3125rem] w-72 max-w-full" />;

function LoadedSubtitle() {
  const stats = useStats();
  const { dataUpdatedAt: loadedAt } = useSuspenseQuery(statsQuery);
  const { smartsheetState, maintenance } = useAuthStatus();
  const counts = useSyncCounts();
  const now = useNow(
    stats.connection.waiting?.nextTryAt,
    counts.nextTryAt,
    longTurnAt(counts),
    maintenance?.startsAt,
  );
  const isInMaintenance = isMaintenanceOn(maintenance, now);
  const offlineAsOf = useOfflineSince(loadedAt);
  // The two are loaded one after the other; the one that knows of a lost connection is right.
  const isLost = smartsheetState !== 'connected' && stats.connection.state === 'connected';
  const connection = isLost ? { state: smartsheetState, message: null, waiting: null } : stats.connection;
  return statusLine({ ...stats, connection }, { now, loadedAt, offlineAsOf, isInMaintenance, ...counts });
}

const notKnown = 'How your automations stand is not known right now.';

/** The line under the page's title. */
export function DashboardSubtitle() {
  return (
    <PanelBoundary skeleton={lineSkeleton} failure={() => notKnown}>
      <LoadedSubtitle />
    </PanelBoundary>
  );
}

const nothingSynced = 'Nothing is synced until Smartsheet is connected again.';
const firstStep = 'One step is left before your first automation.';

type NotConnectedSubtitleProps = { reconnect: boolean; hasAutomations: boolean | undefined };

/** The same without a connection. `hasAutomations`: undefined while nobody knows. */
export function NotConnectedSubtitle({ reconnect, hasAutomations }: NotConnectedSubtitleProps) {
  if (reconnect) return nothingSynced;
  return hasAutomations === false ? firstStep : notKnown;
}
