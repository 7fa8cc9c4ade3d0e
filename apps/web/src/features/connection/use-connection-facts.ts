import type { Stats } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../../api/stats.queries.ts';
import { formatDay } from '../../ui/dates.ts';

/** Since when it is connected and how much depends on it; nothing while that is not known. */
export function useConnectionFacts(where: string | null | undefined): string {
  const { data } = useQuery(statsQuery);
  return [where, ...(data ? factsOf(data) : [])].filter(Boolean).join(' · ');
}

/** Returns whether automations wait for a connection; false while that is not known. */
export function useHasAutomations(): boolean {
  const { data } = useQuery(statsQuery);
  return data !== undefined && data.configurationCount > 0;
}

function factsOf({ connectedSince, configurationCount: count }: Stats): (string | null)[] {
  return [
    connectedSince && `Connected since ${formatDay(connectedSince)}`,
    count === 0
      ? 'No automation uses it yet'
      : `Used by ${count} ${count === 1 ? 'automation' : 'automations'}`,
  ];
}
