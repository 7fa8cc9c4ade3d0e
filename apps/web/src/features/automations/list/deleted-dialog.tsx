import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { deletedAutomation } from '../deleted-automation.ts';

type DeletedDialogProps = { title?: string; text?: string; onClose: () => void };

/** Stands where a dialog of an automation was, or would be, that is not there any more. */
export function DeletedDialog({
  title = deletedAutomation.title,
  text = deletedAutomation.text,
  onClose,
}: DeletedDialogProps) {
  return (
    <Dialog
      open
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
