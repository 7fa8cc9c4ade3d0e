const dayMs = 24 * 60 * 60_000;

/** Returns how far away a day is, as in `in 3 days`. */
export function inDays(iso: string, now: Date): string {
  const days = Math.round((new Date(iso).getTime() - now.getTime()) / dayMs);
  if (days < 1) return 'within a day';
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}
