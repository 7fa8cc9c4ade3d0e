import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';

export type DialogNotice = {
  kind: 'offline' | 'back' | 'session';
  text: string;
  action?: ReactNode;
  /** Why a form cannot be sent at the moment. Whoever has filled it in finds it beside the button. */
  waitText?: string;
};

let current: DialogNotice | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Says something in every open dialog, such as that the network is gone: the page below, which says it too, is covered. `null`
 * ends it.
 */
export function sayInDialogs(notice: DialogNotice | null): void {
  current = notice;
  for (const listener of listeners) listener();
}

/** Returns what every open dialog has to say. */
export function useDialogNotice(): DialogNotice | null {
  return useSyncExternalStore(subscribe, () => current);
}
