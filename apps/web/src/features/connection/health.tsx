import { useQuery } from '@tanstack/react-query';
import { isUnreachable, useIsOnline } from '../../api/reachable.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { Badge } from '../../ui/badge.tsx';

const obstacles = { rate_limited: 'Limited', provider_outage: 'Unreachable', provider_slow: 'Slow' };

/** Whether Smartsheet can be asked at the moment, as far as that is known. */
export function Health() {
  const { data, error } = useQuery(statsQuery);
  const waiting = data?.connection.waiting;
  if (!useIsOnline() || isUnreachable(error)) return <Badge tone="neutral">Offline</Badge>;
  if (waiting) return <Badge tone="warn">{obstacles[waiting.reason]}</Badge>;
  return <Badge tone="good">Healthy</Badge>;
}
