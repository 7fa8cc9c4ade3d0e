import {
  type Automation,
  activityEndpoints,
  authEndpoints,
  automationEndpoints,
  type LiveKind,
  statsEndpoints,
  subscriptionEndpoints,
} from '@picksync/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { automationsQuery } from '../../api/automations.queries.ts';
import { call } from '../../api/call.ts';
import { authStatusQuery } from '../../api/session.queries.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { useLive } from '../../stores/live.ts';
import { announcementOf, missedChanges, newsOfMissed, newsSince, remembered } from './announcement.ts';
import { followChanges } from './follow-changes.ts';
import { useAnnouncement } from './use-announcement.ts';
import { useStandingNews } from './use-standing-news.ts';

const shown = [
  authEndpoints.status.path,
  statsEndpoints.read.path,
  automationEndpoints.list.path,
  automationEndpoints.runs.path,
  activityEndpoints.list.path,
  subscriptionEndpoints.current.path,
  automationEndpoints.read.path,
] as const;
const [session, figures, list, runs, activity, subscription, one] = shown;

/** The queries that show each kind, by the path that begins their keys. */
const shownBy: Record<LiveKind, readonly string[]> = {
  automations: [list, one, runs, figures],
  activity: [activity, figures],
  connection: [session, list, one, figures],
  plan: [session, list, one, figures, subscription],
};

/** How long to collect announcements: one after the other, they would cut each other off. */
const gatherMs = 1000;

/** Loads what has changed as soon as the server says so, and announces the outcome to screen readers. */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  const [announcement, announce] = useAnnouncement();
  useEffect(() => followWith(queryClient), [queryClient]);
  useEffect(() => announceRuns(queryClient, announce), [queryClient, announce]);
  useStandingNews(announce);
  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  );
}

/**
 * Returns a function that loads changes round by round: everything that changes during a round is loaded in the next.
 */
function followWith(queryClient: QueryClient): () => void {
  const pending = new Set<string>();
  let isInvalidating = false;
  const invalidatePending = async () => {
    if (isInvalidating) return;
    isInvalidating = true;
    while (pending.size > 0) {
      const paths = [...pending];
      pending.clear();
      await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
    }
    isInvalidating = false;
  };
  const invalidate = (paths: readonly string[]) => {
    for (const path of paths) pending.add(path);
    void invalidatePending();
  };
  const stop = followChanges({
    lastEventId:
      useLive.getState().lastEventId ?? queryClient.getQueryData(authStatusQuery.queryKey)?.lastEventId,
    onId: (lastEventId) => useLive.setState({ lastEventId }),
    onChange: (changed) => invalidate(changed.flatMap((kind) => shownBy[kind])),
    onLive: (isLive) => {
      const wasLive = useLive.getState().isLive;
      useLive.setState(isLive ? { isLive, heardAt: Date.now() } : { isLive });
      // Shows at once that the server can be reached, and not only with the next query.
      if (isLive)
        invalidate([...shown.filter((path) => hasFailed(queryClient, path)), ...sweptSince(queryClient)]);
      else if (wasLive && !document.hidden) invalidate([figures]);
    },
    onEnd: () => invalidate([session]),
  });
  return () => {
    stop();
    useLive.setState({ isLive: false });
  };
}

/** Extra time, because a sweep takes a moment, and clocks differ. */
const sweepGraceMs = 10_000;

/** Returns the queries that show the last sweep, if there was one since: a sweep without changes is not announced. */
function sweptSince(queryClient: QueryClient): string[] {
  const { data, dataUpdatedAt = 0 } = queryClient.getQueryState(statsQuery.queryKey) ?? {};
  const due = data?.nextSweepAt ? Date.parse(data.nextSweepAt) + sweepGraceMs : Number.POSITIVE_INFINITY;
  return dataUpdatedAt < due && due < Date.now() ? [figures, one] : [];
}

function hasFailed(queryClient: QueryClient, path: string): boolean {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: [path] })
    .some(({ state }) => state.error !== null);
}

/**
 * Reads the changes of runs that were never seen as the last one. Failures are ignored: the page shows the changes as
 * well.
 */
async function readMissed({ automation, after, before }: ReturnType<typeof missedChanges>[number]) {
  const runsOf = { params: { id: automation.id }, query: {} };
  const read = await call(automationEndpoints.runs, runsOf, { quiet: true }).catch(() => []);
  return read
    .filter(({ at, outcome }) => outcome === 'changed' && at > after && at < before)
    .map((run) => newsOfMissed(automation, run))
    .reverse();
}

type List = { pages: { reply: Automation[] }[] };

/** Watches the list or the automation that the page shows. Returns the function that stops it. */
function announceRuns(queryClient: QueryClient, announce: (text: string) => void): () => void {
  const known = new Map<string, Automation>();
  /** Returns the automations on the page, without states that are older than the known ones. */
  const automations = () => {
    const active = { queryKey: automationsQuery.queryKey, type: 'active' } as const;
    const lists = queryClient.getQueriesData<List>(active).flatMap(([, data]) => data?.pages ?? []);
    const alone = queryClient.getQueriesData<Automation>({ queryKey: [one], type: 'active' });
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
      announce(announcementOf(news));
      news = [];
    }, gatherMs);
  };
  learn(automations());
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || (query.queryKey[0] !== list && query.queryKey[0] !== one)) return;
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
