import type { ToastMessage } from '@picksync/ui/toast.tsx';
import { create } from 'zustand';
import { forgetWithUser } from './user-state.ts';

export type NewToast = Omit<ToastMessage, 'id' | 'tone'> & { tone?: ToastMessage['tone'] };

/** How long one that was dismissed is kept, in milliseconds; it leaves the screen at once. */
const removalDelay = 1_000_000;

/** How many errors wait below what is shown; of more than these, the oldest goes. */
const mostWaiting = 4;

type ToastState = {
  /** The one message there is, if any, and whether it is visible. */
  toast: ToastMessage | null;
  isOpen: boolean;
  /** Errors that nobody has dismissed, below what is shown: the newest last. */
  waiting: readonly ToastMessage[];
};

const none: ToastState = { toast: null, isOpen: false, waiting: [] };

export const useToast = create<ToastState>(() => none);

forgetWithUser(clearToasts);

let latest = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** Forgets all messages: what they tell of and offer belongs to the user who is gone. */
function clearToasts(): void {
  clearTimeout(removal);
  useToast.setState(none);
}

function isSame(one: ToastMessage, other: NewToast): boolean {
  return one.title === other.title && one.description === other.description;
}

/**
 * Shows a message in the place of the one before. It goes after a few seconds; an error stays until it is dismissed, and comes
 * back when what took its place is gone. Returns the id by which it is dismissed.
 */
export function showToast({ tone = 'plain', ...message }: NewToast): number {
  clearTimeout(removal);
  latest += 1;
  const { toast, isOpen, waiting } = useToast.getState();
  const shown = toast && isOpen && toast.tone === 'bad' ? [...waiting, toast] : waiting;
  useToast.setState({
    toast: { ...message, tone, id: latest },
    isOpen: true,
    waiting: shown.filter((one) => !isSame(one, message)).slice(-mostWaiting),
  });
  return latest;
}

export function dismissToast(id: number): void {
  const { toast, isOpen, waiting } = useToast.getState();
  if (toast?.id !== id) {
    useToast.setState({ waiting: waiting.filter((one) => one.id !== id) });
    return;
  }
  if (!isOpen) return;
  const next = waiting.at(-1);
  if (next) {
    useToast.setState({ toast: next, isOpen: true, waiting: waiting.slice(0, -1) });
    return;
  }
  useToast.setState({ isOpen: false });
  removal = setTimeout(() => useToast.setState({ toast: null }), removalDelay);
}
