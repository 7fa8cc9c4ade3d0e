import type { Tone } from '@picksync/ui/badge.tsx';
import type { AdminSubscription } from '../../../api/admin.queries.ts';

export type Status = AdminSubscription['status'];

export const statusLooks: Record<Status, { tone: Tone; words: string }> = {
  trial: { tone: 'warn', words: 'Trial' },
  free: { tone: 'neutral', words: 'Free' },
  scheduled: { tone: 'accent', words: 'Booked' },
  pending: { tone: 'warn', words: 'Payment pending' },
  active: { tone: 'good', words: 'Active' },
  past_due: { tone: 'bad', words: 'Unpaid' },
  cancelled: { tone: 'bad', words: 'Canceled' },
  expired: { tone: 'neutral', words: 'Ended' },
};
