import { Toaster, type ToastMessage } from '@picksync/ui/toast.tsx';
import { useSyncExternalStore } from 'react';

type Shown = { toast: ToastMessage | null; isOpen: boolean };

let shown: Shown = { toast: null, isOpen: false };
let latest = 0;
const listeners = new Set<() => void>();

function show(next: Shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a message for a few seconds; it takes the place of the one before. */
export function showToast(title: string, tone: ToastMessage['tone'] = 'plain'): void {
  latest += 1;
  show({ toast: { id: latest, title, tone }, isOpen: true });
}

function dismiss(id: number): void {
  if (shown.toast?.id === id) show({ ...shown, isOpen: false });
}

export function Toasts() {
  const { toast, isOpen } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  return <Toaster toast={toast} isOpen={isOpen} onDismiss={dismiss} />;
}

/** Runs an action and shows the error if it fails, else `done`. Returns whether it succeeded. */
export async function attempt(action: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await action();
    if (done) showToast(done);
    return true;
  } catch (error) {
    showToast(error instanceof Error ? error.message : String(error), 'bad');
    return false;
  }
}
