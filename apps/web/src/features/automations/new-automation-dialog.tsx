import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AutomationForm } from './automation-form.tsx';
import { useNewAutomation } from './use-new-automation.ts';

const formId = 'new-automation';

type NewAutomationDialogProps = { open: boolean; onClose: () => void; onLimit: () => void };

export const NewAutomationDialog = ({ open, onClose, onLimit }: NewAutomationDialogProps) => {
  const { form, submit, reset } = useNewAutomation({ onCreated: onClose, onLimit });
  const { isSubmitting } = form.formState;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="New Configuration"
      description="Choose the column to read and the dropdown to fill. The dropdown follows from then on."
      width="lg"
      footer={
        <>
          <Button variant="quiet" className="mr-auto -ml-2" disabled={isSubmitting} onClick={reset}>
            Reset
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={isSubmitting}>
            {isSubmitting ? 'Creating...' : 'Create Automation'}
          </Button>
        </>
      }
    >
      <AutomationForm id={formId} label="New Configuration" form={form} onSubmit={submit} />
    </Dialog>
  );
};
