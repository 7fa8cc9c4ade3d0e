import type { ToastMessage } from '@picksync/ui/toast.tsx';
import { create } from 'zustand';

type NewToast = { title: string; description?: string; tone?: ToastMessage['tone'] };

/** How long one that was dismissed is kept, in milliseconds; it leaves the screen at once. */
const removalDelay = 1_000_000;

/** The one toast there is, if any, and whether it is visible. */
export const useToast = create<{ toast: ToastMessage | null; isOpen: boolean }>(() => ({
  toast: null,
  isOpen: false,
}));

let latest = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** Shows a message for a few seconds; it takes the place of the one before. Returns the id by which it is dismissed. */
export function showToast({ tone = 'plain', ...message }: NewToast): number {
  clearTimeout(removal);
  latest += 1;
  useToast.setState({ toast: { ...message, tone, id: latest }, isOpen: true });
  return latest;
}

export function dismissToast(id: number): void {
  const { toast, isOpen } = useToast.getState();
  if (toast?.id !== id || !isOpen) return;
  useToast.setState({ isOpen: false });
  removal = setTimeout(() => useToast.setState({ toast: null }), removalDelay);
}
