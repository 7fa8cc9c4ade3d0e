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
import { useEffect, useState } from 'react';
import { automationsQuery } from '../../api/automations.queries.ts';
import { call } from '../../api/call.ts';
import { useLive } from '../../stores/live.ts';
import { announcementOf, missedChanges, newsOfMissed, newsSince } from './announcement.ts';
import { followChanges } from './follow-changes.ts';

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

/** What shows something of each kind, by the path that begins its key. */
const shownBy: Record<LiveKind, readonly string[]> = {
  automations: [list, one, runs, figures],
  activity: [activity, figures],
  connection: [session, list, one, figures],
  plan: [session, list, one, figures, subscription],
};

/** Announcements in one go rather than one after the other, which would cut each other off. */
const gatherMs = 1000;

/** Loads what has changed as soon as the server says so, and announces the outcome to screen readers. */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => followWith(queryClient), [queryClient]);
  useEffect(() => announceRuns(queryClient, setAnnouncement), [queryClient]);
  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  );
}

/** Loads one round of changes at a time: what changes meanwhile is the next round, however much it is. */
function followWith(queryClient: QueryClient): () => void {
  const pending = new Set<string>();
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    while (pending.size > 0) {
      const paths = [...pending];
      pending.clear();
      await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
    }
    isAsking = false;
  };
  const askFor = (paths: readonly string[]) => {
    for (const path of paths) pending.add(path);
    void ask();
  };
  const stop = followChanges({
    onChange: (changed) => askFor(changed.flatMap((kind) => shownBy[kind])),
    onLive: (isLive) => {
      const wasLive = useLive.getState().isLive;
      useLive.setState(isLive ? { isLive, heardAt: Date.now() } : { isLive });
      // Whether the server can be reached, or can be again, shows at once and not with the next look.
      if (isLive) askFor(shown.filter((path) => hasFailed(queryClient, path)));
      else if (wasLive && !document.hidden) askFor([figures]);
    },
    onEnd: () => askFor([session]),
  });
  return () => {
    stop();
    useLive.setState({ isLive: false });
  };
}

function hasFailed(queryClient: QueryClient, path: string): boolean {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: [path] })
    .some(({ state }) => state.error !== null);
}

/** Reads what the runs have changed of which only later ones were seen. A failure is silent: the page shows them as well. */
async function readMissed({ automation, after, before }: ReturnType<typeof missedChanges>[number]) {
  const runsOf = { params: { id: automation.id }, query: {} };
  const read = await call(automationEndpoints.runs, runsOf, { quiet: true }).catch(() => []);
  return read
    .filter(({ at, outcome }) => outcome === 'changed' && at > after && at < before)
    .map((run) => newsOfMissed(automation, run))
    .reverse();
}

type List = { pages: { reply: Automation[] }[] };

/** Watches the list, or the one, that is shown anyway. Returns the function that stops it. */
function announceRuns(queryClient: QueryClient, announce: (text: string) => void): () => void {
  const known = new Map<string, Automation>();
  /** Those on the page, of the list or alone, but for what was already known to be newer. */
  const automations = () => {
    const active = { queryKey: automationsQuery.queryKey, type: 'active' } as const;
    const lists = queryClient.getQueriesData<List>(active).flatMap(([, data]) => data?.pages ?? []);
    const alone = queryClient.getQueriesData<Automation>({ queryKey: [one], type: 'active' });
    const all = [...lists.flatMap(({ reply }) => reply), ...alone.flatMap(([, data]) => data ?? [])];
    return all.filter(({ id, lastRun }) => (lastRun?.at ?? '') >= (known.get(id)?.lastRun?.at ?? ''));
  };
  const learn = (now: readonly Automation[]) => {
    for (const automation of now) known.set(automation.id, automation);
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
    // Each state of the list is looked at: what came in one is not undone by the next.
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
