import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import type { ContactMessage } from '../../../api/admin.queries.ts';
import { usePlanNames } from '../../../api/session.queries.ts';

const tones: Record<NonNullable<ContactMessage['plan']> | 'visitor', Tone> = {
  premium: 'accent',
  basic: 'good',
  trial: 'warn',
  free: 'neutral',
  visitor: 'neutral',
};

/** The sender's plan at the time of the message. */
export function PlanTag({ plan }: { plan: ContactMessage['plan'] }) {
  const words = { ...usePlanNames(), trial: 'Trial', visitor: 'Visitor' };
  const kind = plan ?? 'visitor';
  return <Badge tone={tones[kind]}>{words[kind]}</Badge>;
}
