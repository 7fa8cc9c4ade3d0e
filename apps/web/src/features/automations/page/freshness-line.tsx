import type { Automation } from '@picksync/contracts';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQuery } from '@tanstack/react-query';
import { automationQuery } from '../../../api/automations.queries.ts';
import { useOfflineAsOf } from '../../../api/use-offline-as-of.ts';
import { isSyncing } from '../automation-status.ts';
import { freshness } from './freshness.ts';

type FreshnessLineProps = { automation: Automation; isReadOnly: boolean };

/** Whether the dropdown is in sync, in one line. */
export function FreshnessLine({ automation, isReadOnly }: FreshnessLineProps) {
  const { dataUpdatedAt } = useQuery({ ...automationQuery(automation.id), enabled: false });
  const offlineAsOf = useOfflineAsOf(dataUpdatedAt);
  const now = useNow();
  if (isSyncing(automation) && !offlineAsOf) return 'A sync is under way.';
  return freshness(automation, { now, isReadOnly, offlineAsOf });
}
