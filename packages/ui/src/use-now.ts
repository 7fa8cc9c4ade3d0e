import { useEffect, useState } from 'react';

const tickMs = 30_000;

/**
 * Returns the time, fresh enough for “3 min ago”: whoever shows it is drawn again twice a minute, and at each of the moments `due`,
 * when something that is said stops being so.
 */
export function useNow(...due: readonly (string | null | undefined)[]): Date {
  const [now, setNow] = useState(() => new Date());
  const ahead = due.map((moment) => Date.parse(moment ?? '')).filter((ms) => ms > now.getTime());
  const nextMs = Math.min(now.getTime() + tickMs, ...ahead);
  useEffect(() => {
    // One that comes a little early is set again.
    const timer = setTimeout(() => setNow(new Date()), Math.max(0, nextMs - Date.now()));
    return () => clearTimeout(timer);
  }, [now, nextMs]);
  return now;
}
