import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../../api/stats.queries.ts';
import { useIsReachable } from '../../api/use-is-reachable.ts';

const obstacles = {
  rate_limited: ['warn', 'Limited'],
  paced: ['neutral', 'Pacing'],
  provider_outage: ['warn', 'Unreachable'],
  provider_slow: ['warn', 'Slow'],
} as const satisfies Record<string, readonly [Tone, string]>;

/** Whether Smartsheet can be reached at the moment, as far as that is known. */
export function Health() {
  const { data } = useQuery(statsQuery);
  const isReachable = useIsReachable();
  const waiting = data?.connection.waiting;
  if (!isReachable) return <Badge tone="neutral">Offline</Badge>;
  if (waiting) {
    const [tone, word] = obstacles[waiting.reason];
    return <Badge tone={tone}>{word}</Badge>;
  }
  return <Badge tone="good">Healthy</Badge>;
}
