import { type Automation, type BulkResult, formatNumber, pluralize } from '@picksync/contracts';
import { isSyncing } from '../automation-status.tsx';
import type { BulkWork } from './bulk-work.ts';

type Done = Extract<BulkWork, { kind: 'done' }>;

/** Returns how many of a sync of many have ended, and how many have not. */
export function countSynced(
  automations: readonly Automation[],
  ids: readonly string[],
): { done: number; left: number } {
  const wanted = new Set(ids);
  const left = automations.filter((one) => wanted.has(one.id) && isSyncing(one)).length;
  return { done: ids.length - left, left };
}

/** Returns what came of a sync of many: of those that wait for a review or failed, the list can show them. */
export function describeSynced(automations: readonly Automation[], ids: readonly string[]): Done {
  const wanted = new Set(ids);
  const synced = automations.filter(({ id }) => wanted.has(id));
  const isWaiting = ({ isActive, lastRun }: Automation) => isActive && lastRun?.outcome === 'waiting_review';
  const reviews = synced.filter(isWaiting);
  const failed = synced.filter((one) => !isWaiting(one) && (one.lastError !== null || one.waiting !== null));
  const good = synced.length - reviews.length - failed.length;
  const parts = [
    `${good} synced`,
    reviews.length > 0 && `${reviews.length} ${reviews.length === 1 ? 'waits' : 'wait'} for your review`,
    failed.length > 0 && `${failed.length} could not be synced`,
  ];
  const show = [...reviews, ...failed].map(({ id }) => id);
  const text = parts.filter(Boolean).join(', ');
  return { kind: 'done', text, tone: show.length > 0 ? 'warn' : 'good', ...(show.length > 0 && { show }) };
}

const words = {
  pause: 'paused',
  activate: 'activated',
  delete: 'deleted',
  move: 'moved',
  'move-source': 'changed',
  stop: 'not synced',
} as const;

/** Returns what came of another act on many: how many were done, and why the others were not. */
export function describeResults(act: keyof typeof words, results: readonly BulkResult[]): Done {
  const idsOf = (wanted: BulkResult['outcome']) =>
    results.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
  const [done, refused] = [idsOf('done'), idsOf('refused')];
  const reasons = new Set(results.flatMap(({ error }) => error?.message ?? []));
  const [reason] = reasons;
  const parts = [
    `${formatNumber(done.length)} ${words[act]}`,
    refused.length > 0 && `${formatNumber(refused.length)} not`,
  ];
  const text = parts.filter(Boolean).join(', ');
  return {
    kind: 'done',
    text: reasons.size === 1 && reason !== undefined ? `${text}: ${reason}` : text,
    tone: refused.length > 0 ? 'warn' : 'good',
    ...(act === 'pause' && done.length > 0 && { undo: done }),
    ...(act !== 'delete' && refused.length > 0 && { show: refused }),
  };
}

/** Returns the name of an act on so many, as a button says it. */
export function nameMany(verb: string, count: number): string {
  return `${verb} ${pluralize(count, 'automation')}`;
}
