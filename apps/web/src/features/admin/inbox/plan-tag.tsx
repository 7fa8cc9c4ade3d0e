import type { ContactMessage } from '../../../api/admin.queries.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';

const looks: Record<NonNullable<ContactMessage['plan']> | 'visitor', { tone: Tone; words: string }> = {
  premium: { tone: 'accent', words: 'Premium' },
  basic: { tone: 'good', words: 'Basic' },
  trial: { tone: 'warn', words: 'Trial' },
  free: { tone: 'neutral', words: 'Free' },
  visitor: { tone: 'neutral', words: 'Visitor' },
};

/** What the sender was entitled to when they wrote. */
export function PlanTag({ plan }: { plan: ContactMessage['plan'] }) {
  const { tone, words } = looks[plan ?? 'visitor'];
  return <Badge tone={tone}>{words}</Badge>;
}
