import { create } from 'zustand';
import type { ToastMessage } from '../ui/toast.tsx';

type NewToast = { title: string; description?: string; tone?: ToastMessage['tone'] };

/** The one toast that is visible, if any. */
export const useToast = create<{ toast: ToastMessage | null }>(() => ({ toast: null }));

let latest = 0;

/** Shows a message for a few seconds; it takes the place of the one before. */
export function showToast({ tone = 'plain', ...message }: NewToast): void {
  latest += 1;
  useToast.setState({ toast: { ...message, tone, id: latest } });
}

export function dismissToast(id: number): void {
  useToast.setState(({ toast }) => ({ toast: toast?.id === id ? null : toast }));
}
