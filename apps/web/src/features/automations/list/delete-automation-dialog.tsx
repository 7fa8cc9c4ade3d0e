import { type Automation, automationEndpoints } from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/form-errors.ts';
import { showToast } from '../../../stores/toast.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { isDeletedAutomation } from '../deleted-automation.ts';
import { useRefresh } from '../use-refresh.ts';
import { DeletedDialog } from './deleted-dialog.tsx';

type DeleteAutomationDialogProps = {
  automation: Automation;
  /** That somebody has deleted it while the question was open. */
  isDeleted: boolean;
  onClose: () => void;
  /** Called instead of `onClose` when it is gone: from a page that goes with it. */
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
  const remove = useMutation({
    mutationFn: () => call(automationEndpoints.remove, { params: { id: automation.id } }, { quiet: true }),
    onSuccess: async () => {
      showToast({ title: 'Configuration deleted' });
      // The page goes first: it would say that somebody else has deleted it.
      await onDeleted?.();
      await refresh();
      if (!onDeleted) onClose();
    },
    onError: (problem) => {
      if (isDeletedAutomation(problem)) return refresh();
      showToast({
        tone: 'bad',
        title: 'Delete failed',
        description: messageOf(problem, 'The automation could not be deleted. Please try again.'),
      });
      onClose();
    },
  });
  // While it is being deleted here, and is gone from the list, nobody else has done it.
  if (isDeletedAutomation(remove.error) || (isDeleted && !remove.isPending && !remove.isSuccess))
    return <DeletedDialog onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title="Delete Automation"
      description={`“${automation.name}” will be deleted. This cannot be undone. The dropdown keeps the options it has now.`}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      destructive
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    />
  );
}
