import { ConfirmDialog } from '@picksync/ui/confirm-dialog.tsx';
import { type RefObject, useRef } from 'react';
import { answerConfirm, useConfirm } from '../../stores/confirm.ts';
import { useBackCloses } from '../../ui/use-back-closes.ts';

type QuestionEntryProps = {
  /** What was pressed first; null where nothing was, and Back answers no. */
  answer: RefObject<boolean | null>;
  /** Set to what ends the question. */
  close: RefObject<() => void>;
};

/**
 * Makes a question an entry of the browser's history, so that Back means no. The answer is given once that entry is
 * gone, so that the caller may navigate.
 */
function QuestionEntry({ answer, close }: QuestionEntryProps) {
  close.current = useBackCloses(() => {
    answerConfirm(answer.current ?? false);
    answer.current = null;
  });
  return null;
}

export function Confirm() {
  const { open, current } = useConfirm();
  const answer = useRef<boolean>(null);
  const close = useRef(() => {});
  if (!current) return null;
  const decide = (yes: boolean) => {
    answer.current ??= yes;
    close.current();
  };
  return (
    <>
      {open && <QuestionEntry answer={answer} close={close} />}
      <ConfirmDialog
        {...current.question}
        open={open}
        onConfirm={() => decide(true)}
        onCancel={() => decide(false)}
      />
    </>
  );
}
