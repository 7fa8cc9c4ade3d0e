import type { User } from '@picksync/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** The longest time that a browser's timer can hold. */
const longestTimerMs = 2 ** 31 - 1;
/** The server's clock decides; where ours runs ahead, it is asked again after this. */
const leastMs = 30_000;

function trialOver(user: User | null | undefined): number | null {
  return user?.subscriptionStatus === 'trial' && user.trialEndDate
    ? new Date(user.trialEndDate).getTime()
    : null;
}

/** Reads everything anew when the trial of the signed-in user ends, so that no screen goes on showing it. */
export function useTrialEnd(user: User | null | undefined): void {
  const queryClient = useQueryClient();
  const endsAt = trialOver(user);
  useEffect(() => {
    if (endsAt === null) return;
    const left = endsAt - Date.now();
    let timer = 0;
    const wait = (ms: number) => {
      timer = window.setTimeout(readAnew, Math.min(ms, longestTimerMs));
    };
    const readAnew = () => {
      if (Date.now() >= endsAt) void queryClient.invalidateQueries();
      wait(Math.max(endsAt - Date.now(), leastMs));
    };
    wait(Math.max(left, 0));
    return () => window.clearTimeout(timer);
  }, [endsAt, queryClient]);
}
