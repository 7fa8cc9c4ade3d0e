import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../../api/stats.queries.ts';
import { useIsReachable } from '../../api/use-is-reachable.ts';
import { Badge } from '../../ui/badge.tsx';

const obstacles = { rate_limited: 'Limited', provider_outage: 'Unreachable', provider_slow: 'Slow' };

/** Whether Smartsheet can be reached at the moment, as far as that is known. */
export function Health() {
  const { data } = useQuery(statsQuery);
  const isReachable = useIsReachable();
  const waiting = data?.connection.waiting;
  if (!isReachable) return <Badge tone="neutral">Offline</Badge>;
  if (waiting) return <Badge tone="warn">{obstacles[waiting.reason]}</Badge>;
  return <Badge tone="good">Healthy</Badge>;
}
