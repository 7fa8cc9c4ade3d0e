import { useEffect, useState } from 'react';

const tickMs = 30_000;

/** The time, fresh enough for “3 min ago”: whoever shows it is drawn again twice a minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
