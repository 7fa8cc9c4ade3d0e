import type { ConfirmDialogProps } from '@picksync/ui/confirm-dialog.tsx';
import { create } from 'zustand';

type Question = Pick<
  ConfirmDialogProps,
  'title' | 'description' | 'confirmLabel' | 'cancelLabel' | 'destructive'
>;
type OpenQuestion = { question: Question; answer: (yes: boolean) => void };

/** `open` becomes false first and `current` stays, so that the dialog keeps its text while it closes. */
export const useConfirm = create<{ open: boolean; current: OpenQuestion | null }>(() => ({
  open: false,
  current: null,
}));

/** Asks in a dialog; true when the user agrees. */
export function askToConfirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    useConfirm.getState().current?.answer(false);
    useConfirm.setState({ open: true, current: { question, answer: resolve } });
  });
}

export function answerConfirm(yes: boolean): void {
  useConfirm.getState().current?.answer(yes);
  useConfirm.setState({ open: false });
}
