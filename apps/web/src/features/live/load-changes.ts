import {
  authEndpoints,
  automationEndpoints,
  type LiveKind,
  ruleEndpoints,
  statsEndpoints,
  subscriptionEndpoints,
} from '@picksync/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { activityPaths } from '../../api/activity.queries.ts';
import { call } from '../../api/call.ts';
import { isUnreachable } from '../../api/reachable.ts';
import { authStatusQuery } from '../../api/session.queries.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { useLive } from '../../stores/live.ts';
import { followChanges } from './follow-changes.ts';

const shown = [
  authEndpoints.status.path,
  statsEndpoints.read.path,
  automationEndpoints.list.path,
  automationEndpoints.runs.path,
  subscriptionEndpoints.current.path,
  automationEndpoints.read.path,
  ruleEndpoints.list.path,
  ruleEndpoints.read.path,
  ruleEndpoints.matches.path,
  ...activityPaths,
] as const;
const [session, figures, list, runs, subscription, one, ruleList, oneRule, ruleSheets] = shown;
/** They show how the automations of a rule stand, and when its folder is looked into next. */
const rules = [ruleList, oneRule, ruleSheets];

/** The queries that show each kind, by the path that begins their keys. */
const shownBy: Record<LiveKind, readonly string[]> = {
  automations: [list, one, runs, figures, ...rules],
  rules,
  activity: [...activityPaths, figures],
  connection: [session, list, one, figures, ...rules],
  plan: [session, list, one, figures, subscription, ...rules],
};

/** How often to ask for everything while the server does not tell of changes. */
const pollMs = 20_000;
/** A server that has said nothing for a while and does not answer within this time cannot be reached. */
const answerMs = 5000;

/**
 * Loads what the server says has changed, round by round: everything that changes during a round is loaded in the next.
 * While there is no stream, it asks now and then. Returns the function that stops it.
 */
export function loadChanges(queryClient: QueryClient): () => void {
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
  let probe = new AbortController();
  /** A later question knows better than an earlier one. */
  const probeServer = () => {
    probe.abort();
    probe = new AbortController();
    return loadFigures(queryClient, probe.signal);
  };
  const poll = async () => {
    if (document.hidden || useLive.getState().isLive) return;
    if (await probeServer()) invalidate(shown.filter((path) => path !== figures));
  };
  const stop = followChanges({
    lastEventId:
      useLive.getState().lastEventId ?? queryClient.getQueryData(authStatusQuery.queryKey)?.lastEventId,
    onId: (lastEventId) => useLive.setState({ lastEventId }),
    onChange: (changed) => invalidate(changed.flatMap((kind) => shownBy[kind])),
    onMaintenance: ({ window: maintenance }) =>
      queryClient.setQueryData(authStatusQuery.queryKey, (status) =>
        status && (status.maintenance || maintenance) ? { ...status, maintenance } : status,
      ),
    onLive: (isLive) => {
      useLive.setState(isLive ? { isLive, isUnanswered: false, heardAt: Date.now() } : { isLive });
      // Shows at once whether the server can be reached, and not only with the next query.
      if (isLive)
        invalidate([...shown.filter((path) => hasFailed(queryClient, path)), ...sweptSince(queryClient)]);
      else if (!document.hidden) void probeServer();
    },
    onEnd: () => invalidate([session]),
  });
  // Where no stream ever got through, nothing else tells a page that is shown again what it has missed.
  const onShown = () => useLive.getState().heardAt === 0 && void poll();
  document.addEventListener('visibilitychange', onShown);
  const timer = setInterval(() => void poll(), pollMs);
  return () => {
    stop();
    // Its reply would be kept, also where the user has logged out meanwhile.
    probe.abort();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onShown);
    // Whether the server answers is as true for the next page.
    useLive.setState({ isLive: false });
  };
}

/** Loads the figures and returns whether the server answered. While it does not, the page says that it is offline. */
async function loadFigures(queryClient: QueryClient, signal: AbortSignal): Promise<boolean> {
  try {
    const reply = await call(statsEndpoints.read, {}, { timeoutMs: answerMs, signal });
    queryClient.setQueryData(statsQuery.queryKey, reply);
    useLive.setState({ isUnanswered: false });
    return true;
  } catch (problem) {
    if (signal.aborted) return false;
    // A stream that began meanwhile knows better.
    const { isLive } = useLive.getState();
    useLive.setState({ isUnanswered: !isLive && problem instanceof Error && isUnreachable(problem) });
    return false;
  }
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
