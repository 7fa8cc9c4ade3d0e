import type { Automation } from '@picksync/contracts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AutomationForm } from './automation-form.tsx';
import type { AutomationField } from './automation-form.values.ts';
import { useEditAutomation } from './use-edit-automation.ts';

const formId = 'edit-automation';

type EditAutomationDialogProps = {
  automation: Automation;
  /** Where the focus begins: what the user came for. */
  field: AutomationField;
  open: boolean;
  onClose: () => void;
};

/** Changes an automation that is there. What is saved is followed by a sync. */
export const EditAutomationDialog = ({ automation, field, open, onClose }: EditAutomationDialogProps) => {
  const { form, submit } = useEditAutomation({ automation, onSaved: onClose });
  const { isSubmitting } = form.formState;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Edit Automation"
      description="Changes take effect with the next sync, which follows at once while the automation is active."
      width="lg"
      onOpenFocus={() => form.setFocus(field, { shouldSelect: true })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save changes'}
          </Button>
        </>
      }
    >
      <AutomationForm id={formId} label="Edit Automation" form={form} onSubmit={submit} edited={automation} />
    </Dialog>
  );
};
