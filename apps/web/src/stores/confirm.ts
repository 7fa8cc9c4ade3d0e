import type { ConfirmDialogProps } from '@picksync/ui/confirm-dialog.tsx';
import { create } from 'zustand';

export type Question = Pick<
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

/** Asks before what was entered in a form is thrown away. */
export function askToDiscard(): Promise<boolean> {
  return askToConfirm({
    title: 'Discard your entries?',
    description: 'What you have entered here is not saved.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
    destructive: true,
  });
}

export function answerConfirm(yes: boolean): void {
  useConfirm.getState().current?.answer(yes);
  useConfirm.setState({ open: false });
}
