import { type Automation, automationEndpoints, type BulkResult, formatNumber } from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../api/call.ts';
import { sayFailed } from '../../../api/use-action.ts';
import { chooseNone } from '../list/chosen.ts';
import { useRefresh } from '../use-refresh.ts';
import { countSynced, describeResults, describeSynced } from './bulk-texts.ts';
import { type BulkWork, setWork } from './bulk-work.ts';

/** Each of a thousand may take a look at the plan and at other automations. */
const longTimeout = { timeoutMs: 120_000 };

const failures = {
  sync: ['Sync failed', 'Failed to trigger manual sync'],
  pause: ['Update failed', 'Failed to update the automation status. Please try again.'],
  activate: ['Update failed', 'Failed to update the automation status. Please try again.'],
  delete: ['Delete failed', 'The automations could not be deleted. Please try again.'],
} as const;

type PlainAct = keyof typeof failures;

const progress: Record<PlainAct, string> = {
  sync: 'Requesting',
  pause: 'Pausing',
  activate: 'Activating',
  delete: 'Deleting',
};

/** Sends the one call of an act, and returns what is to be shown afterwards. */
async function send(act: PlainAct, ids: readonly string[]): Promise<BulkWork> {
  const body = { ids: [...ids] };
  if (act === 'sync') {
    const { results, requestedAt } = await call(automationEndpoints.syncMany, { body }, longTimeout);
    const asked = results.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);
    if (asked.length === 0) return toWork(describeResults('stop', results), 'These automations are paused');
    return { kind: 'syncing', ids: asked, requestedAt, since: Date.now() };
  }
  if (act === 'delete') {
    const { results } = await call(automationEndpoints.deleteMany, { body }, longTimeout);
    return describeResults('delete', results);
  }
  const input = { body: { ...body, isActive: act === 'activate' } };
  return describeResults(act, (await call(automationEndpoints.toggleMany, input, longTimeout)).results);
}

function toWork(done: Extract<BulkWork, { kind: 'done' }>, text: string): BulkWork {
  return { ...done, text };
}

/** Returns what carries out an act on many: each is one call. */
export function useBulkActs() {
  const refresh = useRefresh();
  const act = useMutation({
    mutationFn: ({ name, ids }: { name: PlainAct; ids: readonly string[] }) => {
      setWork({ kind: 'busy', text: `${progress[name]} ${formatNumber(ids.length)}` });
      return send(name, ids);
    },
    onSuccess: async (work, { name }) => {
      setWork(work);
      if (name !== 'sync') chooseNone();
      await refresh();
    },
    onError: (problem, asked) => {
      setWork(null);
      const [title, fallback] = failures[asked.name];
      sayFailed({ title, problem, fallback, retry: (): void => act.mutate(asked) });
    },
  });
  const stop = useMutation({
    mutationFn: ({ ids, requestedAt }: { ids: readonly string[]; requestedAt: string }) =>
      call(automationEndpoints.stopSyncs, { body: { ids: [...ids], requestedAt } }),
    onSuccess: async ({ results }, { ids }) => {
      const stopped = new Set(results.filter(isDone).map(({ id }) => id));
      setWork({ kind: 'done', tone: 'good', text: describeStopped(ids.length, stopped.size) });
      chooseNone();
      await refresh();
    },
    onError: (problem, asked) =>
      sayFailed({
        title: 'Stop failed',
        problem,
        fallback: 'The syncs go on. Please try again.',
        retry: (): void => stop.mutate(asked),
      }),
  });
  return { act, stop };
}

function isDone({ outcome }: BulkResult): boolean {
  return outcome === 'done';
}

/** What has begun goes on to its end. */
function describeStopped(asked: number, stopped: number): string {
  const begun = asked - stopped;
  return stopped === 0 ? `All ${asked} had begun` : `${stopped} not synced, ${begun} had begun`;
}

type Listed = { automations: readonly Automation[]; updatedAt: number };

/**
 * Says what came of a sync of many once all of them have ended. Returns how far it is. A list from before the request does not
 * say which of them are at work.
 */
export function useSyncProgress({ automations, updatedAt }: Listed, work: BulkWork | null) {
  const syncing = work?.kind === 'syncing' ? work : null;
  const { done, left } = syncing ? countSynced(automations, syncing.ids) : { done: 0, left: 0 };
  const isKnown = syncing !== null && updatedAt >= syncing.since;
  const isOver = isKnown && left === 0;
  useEffect(() => {
    if (!isOver || !syncing) return;
    setWork(describeSynced(automations, syncing.ids));
    chooseNone();
  }, [isOver, syncing, automations]);
  return isKnown ? { done, left } : { done: 0, left: syncing?.ids.length ?? 0 };
}
