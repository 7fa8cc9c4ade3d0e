import { type Automation, automationEndpoints, type EditAutomation } from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { showToast } from '../../../stores/toast.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useRefresh } from '../use-refresh.ts';
import { AutomationForm } from './automation-form.tsx';
import { type AutomationField, editOf, valuesOf } from './automation-values.ts';
import { formFailure, markFields, sayWhatIsMissing, useAutomationForm } from './use-automation-form.ts';

const words = { title: 'Update failed', fallback: 'The changes could not be saved' };

type EditAutomationDialogProps = {
  automation: Automation;
  /** Where the focus begins: what the user came for. */
  field: AutomationField;
  onClose: () => void;
};

/** Changes an automation that is there. What is saved is followed by a sync. */
export function EditAutomationDialog({ automation, field, onClose }: EditAutomationDialogProps) {
  const refresh = useRefresh();
  const form = useAutomationForm(valuesOf(automation));
  const edit = useMutation({
    mutationFn: (body: EditAutomation) =>
      call(automationEndpoints.edit, { params: { id: automation.id }, body }, { quiet: true }),
    onSuccess: () => {
      showToast({ title: 'Automation updated' });
      onClose();
      void refresh();
    },
    onError: (problem) => markFields(form, problem),
  });
  return (
    <FormDialog
      title="Edit Automation"
      description="Changes take effect with the next sync, which follows at once while the automation is active."
      width="lg"
      pending={edit.isPending}
      error={formFailure(edit.error, words)}
      submitLabel="Save changes"
      pendingLabel="Saving..."
      onSubmit={form.handleSubmit(
        (values) => {
          const body = editOf(values, automation);
          if (Object.keys(body).length === 0) onClose();
          else edit.mutate(body);
        },
        () => sayWhatIsMissing(form.getValues()),
      )}
      onClose={onClose}
      onOpenFocus={() => form.setFocus(field, { shouldSelect: true })}
    >
      <AutomationForm form={form} edited={automation} />
    </FormDialog>
  );
}
