import type { ApiKey } from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';

const dayMs = 24 * 60 * 60 * 1000;

/** From how many days before its end a key is said to expire soon. */
const soonDays = 14;

/** Returns the note about the end of a key; null while it is far away, or there is none. */
export function getExpiry(
  { expiresAt }: Pick<ApiKey, 'expiresAt'>,
  now: Date,
): { tone: Tone; text: string } | null {
  if (expiresAt === null) return null;
  const leftMs = new Date(expiresAt).getTime() - now.getTime();
  if (leftMs <= 0) return { tone: 'bad', text: 'Expired' };
  const days = Math.ceil(leftMs / dayMs);
  if (days > soonDays) return null;
  return { tone: 'warn', text: days === 1 ? 'Expires within a day' : `Expires in ${days} days` };
}
