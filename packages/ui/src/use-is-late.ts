import { useEffect, useState } from 'react';

/** Returns whether something has been pending for longer than this. */
export function useIsLate(isPending: boolean, afterMs: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending, afterMs]);
  return isLate;
}
