import { Button } from '@picksync/ui/button.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { deletedAutomation } from '../deleted-automation.ts';

type DeletedDialogProps = { title?: string; text?: string; onClose: () => void };

/** Shown in place of a dialog of an automation that was deleted. */
export function DeletedDialog({
  title = deletedAutomation.title,
  text = deletedAutomation.text,
  onClose,
}: DeletedDialogProps) {
  return (
    <Dialog
      open
      inAddress
      onOpenChange={onClose}
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
