import { connectionEndpoints } from '@picksync/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { useAuthStatus } from '../../api/session.queries.ts';

/** As often as a sweep looks for changes: a page that stays open is right within one sweep. */
const againAfterMs = 15 * 60_000;

/**
 * Asks whether Smartsheet still accepts the connection and sends its change notices: when a page opens, when its tab is
 * shown again, and from time to time while it is shown. What has changed is loaded. A question that fails is left to the next one, and to the sweeps.
 */
export function useConnectionCheck(): void {
  const queryClient = useQueryClient();
  const { smartsheetConnected } = useAuthStatus();
  useEffect(() => {
    if (!smartsheetConnected) return;
    const left = new AbortController();
    const { signal } = left;
    const look = async () => {
      if (document.hidden) return;
      const found = await call(connectionEndpoints.look, {}, { signal }).catch(() => null);
      if (found?.hasChanged) await queryClient.invalidateQueries();
    };
    const onShown = () => void look();
    document.addEventListener('visibilitychange', onShown, { signal });
    onShown();
    const repeated = setInterval(onShown, againAfterMs);
    return () => {
      clearInterval(repeated);
      left.abort();
    };
  }, [smartsheetConnected, queryClient]);
}
