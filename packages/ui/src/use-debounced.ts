import { useEffect, useState } from 'react';

/** Returns the value as it was when it last stood still for a while. `key` tells two values apart. */
export function useDebounced<T>(value: T, { key, afterMs }: { key: string; afterMs: number }): T {
  const [settled, setSettled] = useState({ key, value });
  useEffect(() => {
    if (settled.key === key) return;
    const timer = setTimeout(() => setSettled({ key, value }), afterMs);
    return () => clearTimeout(timer);
  }, [key, settled.key, afterMs]);
  return settled.value;
}
