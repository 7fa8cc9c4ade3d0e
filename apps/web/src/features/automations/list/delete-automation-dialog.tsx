import { type Automation, automationEndpoints, isolated } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { ConfirmDialog } from '@picksync/ui/confirm-dialog.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { sayFailed } from '../../../api/use-action.ts';
import { showToast } from '../../../stores/toast.ts';
import { deletedAutomation, isDeletedAutomation } from '../refusals.ts';
import { useRefresh } from '../use-refresh.ts';

type DeleteAutomationDialogProps = {
  automation: Automation;
  /** That somebody has deleted it while the question was open. */
  isDeleted: boolean;
  onClose: () => void;
  /** Called instead of `onClose` after the deletion, from a page that is left with it. */
  onDeleted?: () => Promise<void>;
};

/** Asks before an automation is deleted, and deletes it. */
export function DeleteAutomationDialog({
  automation,
  isDeleted,
  onClose,
  onDeleted,
}: DeleteAutomationDialogProps) {
  const refresh = useRefresh();
  // It may be tried again from the message when the dialog is gone: what is open by then stays.
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const remove = useMutation({
    mutationFn: () => call(automationEndpoints.remove, { params: { id: automation.id } }),
    onSuccess: async () => {
      showToast({ title: 'Configuration deleted' });
      // The page is left first, because it would say that the automation was deleted elsewhere.
      await onDeleted?.();
      await refresh();
      if (!onDeleted && isShown.current) onClose();
    },
    onError: (problem) => {
      if (isDeletedAutomation(problem)) return refresh();
      sayFailed({
        title: 'Delete failed',
        problem,
        fallback: 'The automation could not be deleted. Please try again.',
        retry: (): void => remove.mutate(),
      });
      onClose();
    },
  });
  // While it is being deleted here, its absence from the list does not mean that it was deleted elsewhere.
  if (isDeletedAutomation(remove.error) || (isDeleted && !remove.isPending && !remove.isSuccess))
    return <DeletedDialog onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title="Delete Automation"
      description={`“${isolated(automation.name)}” will be deleted. This cannot be undone. ${automation.fillsContacts ? 'The contact column keeps the contacts' : 'The dropdown keeps the options'} it has now.`}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      destructive
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    />
  );
}

type DeletedDialogProps = Partial<typeof deletedAutomation> & { onClose: () => void };

/** Shown in place of a dialog of an automation that was deleted. */
export function DeletedDialog({ onClose, ...other }: DeletedDialogProps) {
  const { title, text } = { ...deletedAutomation, ...other };
  return (
    <Dialog
      inAddress
      onClose={onClose}
      title={title}
      description={text}
      footer={
        <Button variant="primary" onClick={onClose}>
          Back to the list
        </Button>
      }
    />
  );
}
