import type { AuthStatus } from '@picksync/contracts';
import { useEffect, useRef } from 'react';
import { useAuthStatus } from '../../api/session.queries.ts';
import { useIsReachable } from '../../api/use-is-reachable.ts';

const news: Record<AuthStatus['smartsheetState'], string> = {
  connected: 'Smartsheet is connected again.',
  needs_reconnect: 'The connection to Smartsheet has stopped.',
  not_connected: 'Smartsheet is not connected any more.',
};

/** Announces what concerns all automations: that the connection or the network is lost, or back. */
export function useStandingNews(announce: (text: string) => void): void {
  const { smartsheetState: state } = useAuthStatus();
  const isReachable = useIsReachable();
  const before = useRef({ state, isReachable });
  useEffect(() => {
    const was = before.current;
    before.current = { state, isReachable };
    if (was.isReachable !== isReachable)
      announce(isReachable ? 'Online again.' : 'Offline. What is shown may be out of date.');
    else if (was.state !== state) announce(news[state]);
  }, [state, isReachable, announce]);
}
