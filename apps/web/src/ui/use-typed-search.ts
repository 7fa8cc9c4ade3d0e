import { useEffect, useRef, useState } from 'react';

/** How long typing rests before it is searched for. */
const restMs = 250;

/**
 * Returns what a field for a search holds: what is being typed, until it is searched for, and then what the address says. The
 * address is written a moment after typing; a field that held only what it says would lose letters while it is written.
 */
export function useTypedSearch(searched: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const send = useRef(onSearch);
  useEffect(() => {
    send.current = onSearch;
  });
  const isSent = typed === searched;
  useEffect(() => {
    if (typed === null) return;
    if (isSent) return setTyped(null);
    const timer = setTimeout(() => send.current(typed), restMs);
    return () => clearTimeout(timer);
  }, [typed, isSent]);
  return {
    text: typed ?? searched,
    type: setTyped,
    clear: () => {
      setTyped(null);
      onSearch('');
    },
  };
}
