import { useEffect } from 'react';

/** Makes the browser ask before the page is reloaded or closed: for what is shown only once, and for what was typed and is kept nowhere. */
export function useAskBeforeUnload(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}
