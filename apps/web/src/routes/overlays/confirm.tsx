import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { answerConfirm, useConfirm } from '../../stores/confirm.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { leaveEntries, whenSettled } from '../../ui/leave-entry.ts';

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface is merged with the module's own
  interface HistoryState {
    isAsking?: true;
  }
}

/**
 * A question is an entry of the browser's history, so that Back answers no to it. It is answered when that entry is gone:
 * whoever asked may go elsewhere then.
 */
function useAnswerOnBack(open: boolean): (yes: boolean) => void {
  const navigate = useNavigate();
  const { history } = useRouter();
  const isAsking = useLocation({ select: ({ state }) => state.isAsking === true });
  const entry = useRef<{ isThere: boolean; answer: boolean | null } | null>(null);

  useEffect(() => {
    if (!open) return;
    if (!entry.current) {
      entry.current = { isThere: false, answer: null };
      whenSettled(
        history,
        () => void navigate({ to: '.', search: true, state: (state) => ({ ...state, isAsking: true }) }),
      );
    } else if (isAsking) {
      entry.current.isThere = true;
      if (entry.current.answer !== null) leaveEntries(history);
    } else if (entry.current.isThere) {
      answerConfirm(entry.current.answer ?? false);
      entry.current = null;
    }
  }, [open, isAsking, navigate, history]);

  return (yes) => {
    if (!entry.current || entry.current.answer !== null) return;
    entry.current.answer = yes;
    if (entry.current.isThere) leaveEntries(history);
  };
}

export function Confirm() {
  const { open, asked } = useConfirm();
  const answer = useAnswerOnBack(open);
  if (!asked) return null;
  return (
    <ConfirmDialog
      {...asked.question}
      open={open}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  );
}
