import { useEffect, useRef } from 'react';

const key = 'emailVerified';

/** Tells the other tabs of this browser that an address is verified. */
export function announceVerified(email: string): void {
  try {
    localStorage.setItem(key, email);
    localStorage.removeItem(key);
  } catch {
    // Storage is not allowed: the other tab waits for its code.
  }
}

/** Calls back when another tab has verified the address that waits for its code here. */
export function useVerifiedElsewhere(email: string, onVerified: () => void): void {
  const latest = useRef(onVerified);
  latest.current = onVerified;
  useEffect(() => {
    if (email === '') return;
    const onStorage = (event: StorageEvent) => {
      if (event.key === key && event.newValue === email) latest.current();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [email]);
}
