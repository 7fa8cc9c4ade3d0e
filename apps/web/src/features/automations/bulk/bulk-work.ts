import { create } from 'zustand';
import { showToast } from '../../../stores/toast.ts';
import { forgetWithUser } from '../../../stores/user-state.ts';

export type BulkAct = 'sync' | 'pause' | 'activate' | 'move' | 'move-source' | 'delete';

/** What is done with many automations at once, from the question to its result. */
export type BulkWork =
  | { kind: 'asked'; act: BulkAct; ids: readonly string[] }
  | { kind: 'syncing'; ids: readonly string[]; requestedAt: string; since: number }
  | { kind: 'busy'; text: string }
  | { kind: 'done'; text: string; tone: 'good' | 'warn'; undo?: readonly string[]; show?: readonly string[] };

type BulkState = {
  work: BulkWork | null;
  /** The automations that the last result points to; the list shows them when it is asked to. */
  pointedTo: readonly string[];
};

const none: BulkState = { work: null, pointedTo: [] };

export const useBulkWork = create<BulkState>(() => none);

forgetWithUser(() => useBulkWork.setState(none));

/** The `cause` of a list that shows what the last result points to. */
export const pointedToKey = 'result';

export function setWork(work: BulkWork | null): void {
  useBulkWork.setState({ work });
}

/** Asks for an act on many; the bar carries it out, or asks first. */
export function askFor(act: BulkAct, ids: readonly string[]): void {
  const { work } = useBulkWork.getState();
  if (work?.kind === 'busy' || work?.kind === 'syncing') {
    showToast({
      tone: 'neutral',
      title: 'Please wait',
      description: 'What you asked for last is still under way.',
    });
    return;
  }
  if (ids.length > 0) setWork({ kind: 'asked', act, ids });
}
