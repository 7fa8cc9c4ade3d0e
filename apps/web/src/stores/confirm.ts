import { create } from 'zustand';
import type { ConfirmDialogProps } from '../ui/confirm-dialog.tsx';

type Question = Pick<
  ConfirmDialogProps,
  'title' | 'description' | 'confirmLabel' | 'cancelLabel' | 'destructive'
>;
type Asked = { question: Question; answer: (yes: boolean) => void };

/** `open` goes first and `asked` stays, so that the dialog keeps its words while it leaves. */
export const useConfirm = create<{ open: boolean; asked: Asked | null }>(() => ({
  open: false,
  asked: null,
}));

/** Asks in a dialog; true when the user agrees. */
export function askToConfirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    useConfirm.getState().asked?.answer(false);
    useConfirm.setState({ open: true, asked: { question, answer: resolve } });
  });
}

export function answerConfirm(yes: boolean): void {
  useConfirm.getState().asked?.answer(yes);
  useConfirm.setState({ open: false });
}
