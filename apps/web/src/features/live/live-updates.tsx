import { type AuthStatus, type Automation, automationEndpoints } from '@picksync/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { automationsQuery } from '../../api/automations.queries.ts';
import { call } from '../../api/call.ts';
import { useIsReachable } from '../../api/reachable.ts';
import { useAuthStatus } from '../../api/session.queries.ts';
import { useLeaving } from '../../stores/leaving.ts';
import {
  describeAnnouncement,
  describeMissedRuns,
  missedChanges,
  newsSince,
  remembered,
} from './announcement.ts';
import { loadChanges } from './load-changes.ts';

/** How long to collect announcements: one after the other, they would cut each other off. */
const gatherMs = 1000;

/** Loads what has changed as soon as the server says so, and announces the outcome to screen readers. */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  const [announcement, announce] = useAnnouncement();
  const isLeaving = useLeaving((state) => state.isLeaving);
  // Before the session is ended on purpose, so that its end does not come as news.
  useEffect(() => (isLeaving ? undefined : loadChanges(queryClient)), [queryClient, isLeaving]);
  useEffect(() => announceRuns(queryClient, announce), [queryClient, announce]);
  useStateNews(announce);
  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  );
}

/**
 * Reads the changes of runs that were never seen as the last one. Failures are ignored: the page shows the changes as
 * well.
 */
async function readMissed({ automation, after, before }: ReturnType<typeof missedChanges>[number]) {
  const runsInput = { params: { id: automation.id }, query: {} };
  const read = await call(automationEndpoints.runs, runsInput).catch(() => []);
  return read
    .filter(({ at, outcome }) => outcome === 'changed' && at > after && at < before)
    .map((run) => describeMissedRuns(automation, run))
    .reverse();
}

function isAutomationPath(path: unknown): boolean {
  return path === automationEndpoints.list.path || path === automationEndpoints.read.path;
}

type List = { pages: { reply: Automation[] }[] };

/** Watches the list or the automation that the page shows. Returns the function that stops it. */
function announceRuns(queryClient: QueryClient, announce: (text: string) => void): () => void {
  const known = new Map<string, Automation>();
  /** Returns the automations on the page, without states that are older than the known ones. */
  const automations = () => {
    const active = { queryKey: automationsQuery.queryKey, type: 'active' } as const;
    const lists = queryClient.getQueriesData<List>(active).flatMap(([, data]) => data?.pages ?? []);
    const alone = queryClient.getQueriesData<Automation>({
      queryKey: [automationEndpoints.read.path],
      type: 'active',
    });
    const all = [...lists.flatMap(({ reply }) => reply), ...alone.flatMap(([, data]) => data ?? [])];
    return all.filter(({ id, lastRun }) => (lastRun?.at ?? '') >= (known.get(id)?.lastRun?.at ?? ''));
  };
  const learn = (now: readonly Automation[]) => {
    for (const automation of now) known.set(automation.id, remembered(known.get(automation.id), automation));
  };
  let news: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const tell = (more: readonly string[]) => {
    if (more.length === 0 || isOver) return;
    news.push(...more);
    timer ??= setTimeout(() => {
      timer = undefined;
      announce(describeAnnouncement(news));
      news = [];
    }, gatherMs);
  };
  learn(automations());
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isAutomationPath(query.queryKey[0])) return;
    // Every state of the list counts: news of one is not undone by the next.
    const now = automations();
    for (const missed of missedChanges(known, now)) void readMissed(missed).then(tell);
    tell(newsSince(known, now));
    learn(now);
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop();
  };
}

/** How long an announcement stays: later, screen readers should find the page's state and not old news. */
const keptMs = 10_000;
/** Makes a text different for a screen reader, which would not repeat the same one. */
const again = '\u00a0';

/** Returns the present announcement, and the function that makes one. */
function useAnnouncement(): [text: string, announce: (text: string) => void] {
  const [text, setText] = useState('');
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => setText(''), keptMs);
    return () => clearTimeout(timer);
  }, [text]);
  const announce = useCallback((news: string) => {
    setText((before) => (before === news ? news + again : news));
  }, []);
  return [text, announce];
}

const news: Record<AuthStatus['smartsheetState'], string> = {
  connected: 'Smartsheet is connected again.',
  needs_reconnect: 'The connection to Smartsheet has stopped.',
  not_connected: 'Smartsheet is not connected any more.',
};

/** Announces what concerns all automations: that the connection or the network is lost, or back. */
function useStateNews(announce: (text: string) => void): void {
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
