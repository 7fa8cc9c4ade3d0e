import { pluralize } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../../api/stats.queries.ts';
import { formatDay, formatTime } from '../../ui/dates.ts';

/** Since when it is connected, how much depends on it, and when it is looked at next; nothing while that is not known. */
export function useConnectionFacts(where: string | null | undefined): string {
  const { data } = useQuery(statsQuery);
  if (!data) return where ?? '';
  const { connectedSince, configurationCount: count, nextSweepAt } = data;
  const since = connectedSince && `Connected since ${formatDay(connectedSince)}`;
  const use = count === 0 ? 'No automation uses it yet' : `Used by ${pluralize(count, 'automation')}`;
  const next = nextSweepAt && `Next check ${formatTime(nextSweepAt)}`;
  return [where, since, use, next].filter(Boolean).join(' · ');
}

/** Returns how to connect: again where automations wait for it, and no advice while that is not known. */
export function useConnectAdvice(): { label: string; advice: string } {
  const { data } = useQuery(statsQuery);
  if (!data) return { label: 'Connect', advice: '\u00a0' };
  return data.configurationCount > 0
    ? { label: 'Reconnect', advice: 'Reconnect to go on syncing' }
    : { label: 'Connect', advice: 'Connect to get started' };
}

/** Stands for an address that Smartsheet did not tell. */
const placeholder = '{email}';

/** Returns the name of the account at Smartsheet for a screen. */
export function accountName(email: string): string {
  return email === placeholder ? 'Smartsheet Account' : email;
}
