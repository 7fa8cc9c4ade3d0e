import { Button } from '@picksync/ui/button.tsx';
import { type DialogNotice, sayInDialogs } from '@picksync/ui/dialog-notice.ts';
import { useEffect } from 'react';
import { useLive } from '../../stores/live.ts';
import { followNetwork, useNetwork } from '../../stores/network.ts';
import { reopenSessionOver, useSessionOver } from '../../stores/session-over.ts';
import { formatRecent } from '../../ui/dates.ts';

/** How long it is said that the network is back. */
const backMs = 5000;

/** Returns what an open dialog says about the network; null while there is nothing to say. */
function useNetworkNotice(): DialogNotice | null {
  const { lostAt, backAt } = useNetwork();
  const { isUnanswered, heardAt } = useLive();
  useEffect(followNetwork, []);
  useEffect(() => {
    if (backAt === null) return;
    const timer = setTimeout(() => useNetwork.setState({ backAt: null }), backMs);
    return () => clearTimeout(timer);
  }, [backAt]);
  if (lostAt !== null)
    return { kind: 'offline', text: offlineText(lostAt), waitText: 'Waits until you are online.' };
  if (isUnanswered) return { kind: 'offline', text: unansweredText(heardAt) };
  return backAt === null ? null : { kind: 'back', text: 'Back online.' };
}

function offlineText(lostAt: number): string {
  return `You are offline since ${formatRecent(new Date(lostAt).toISOString(), new Date())}. Nothing you typed is lost.`;
}

function unansweredText(heardAt: number): string {
  if (heardAt === 0) return 'Picksync does not answer. Nothing you typed is lost.';
  return `Picksync has not answered since ${formatRecent(new Date(heardAt).toISOString(), new Date())}. Nothing you typed is lost.`;
}

const sessionNotice: DialogNotice = {
  kind: 'session',
  text: 'Your session has ended. Keep typing; nothing is lost.',
  action: (
    <Button size="sm" onClick={reopenSessionOver}>
      Log in
    </Button>
  ),
};

/** Tells every open dialog that the network is gone or the session has ended. */
export function DialogNotices() {
  const network = useNetworkNotice();
  const isOver = useSessionOver(({ endedFor }) => endedFor !== null);
  const notice = isOver && network?.kind !== 'offline' ? sessionNotice : network;
  const { kind, text, waitText } = notice ?? {};
  useEffect(() => {
    sayInDialogs(notice);
    return () => sayInDialogs(null);
  }, [kind, text, waitText]);
  return null;
}
