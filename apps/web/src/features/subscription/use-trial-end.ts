import type { User } from '@picksync/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { authStatusQuery } from '../../api/session.queries.ts';

/** The longest time that a browser's timer can hold. */
const maxTimerMs = 2 ** 31 - 1;
/** When to read the status again if the browser's clock runs ahead: the server's clock decides. */
const retryMs = 5 * 60_000;

function trialEndOf(user: User | null | undefined): number | null {
  return user?.subscriptionStatus === 'trial' && user.trialEndDate
    ? new Date(user.trialEndDate).getTime()
    : null;
}

/** Reads the session again when the user's trial ends, and then everything that depends on the plan. */
export function useTrialEnd(user: User | null | undefined): void {
  const queryClient = useQueryClient();
  const endsAt = trialEndOf(user);
  const wasTrial = useRef(false);

  useEffect(() => {
    if (endsAt === null) return;
    let timer = 0;
    const wait = (ms: number) => {
      timer = window.setTimeout(readAnew, Math.min(ms, maxTimerMs));
    };
    const readAnew = () => {
      const left = endsAt - Date.now();
      if (left <= 0) void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
      wait(left > 0 ? left : retryMs);
    };
    wait(Math.max(endsAt - Date.now(), 0));
    return () => window.clearTimeout(timer);
  }, [endsAt, queryClient]);

  useEffect(() => {
    if (wasTrial.current && endsAt === null) void queryClient.invalidateQueries();
    wasTrial.current = endsAt !== null;
  }, [endsAt, queryClient]);
}
