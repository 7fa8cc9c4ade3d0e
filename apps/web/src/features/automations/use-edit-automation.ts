import { type Automation, automationEndpoints } from '@picksync/contracts';
import { call } from '../../api/call.ts';
import { showToast } from '../../stores/toast.ts';
import { type AutomationValues, checkAutomation, editOf, valuesOf } from './automation-form.values.ts';
import { markFields, refusalText } from './form-refusal.ts';
import { sayWhatIsMissing, useAutomationForm } from './use-automation-form.ts';
import { useRefresh } from './use-refresh.ts';

type Options = { automation: Automation; onSaved: () => void };

/** The form of an automation that is there: sends what was changed, says how it went. */
export const useEditAutomation = ({ automation, onSaved }: Options) => {
  const refresh = useRefresh();
  const form = useAutomationForm(valuesOf(automation));

  const send = async (values: AutomationValues) => {
    const checked = checkAutomation(values);
    if (!checked.body) return;
    const body = editOf(checked.body, automation);
    if (Object.keys(body).length === 0) return onSaved();
    try {
      await call(automationEndpoints.edit, { params: { id: automation.id }, body }, { quiet: true });
    } catch (problem) {
      const description = refusalText(problem, 'The changes could not be saved');
      showToast({ tone: 'bad', title: 'Update failed', description });
      return markFields(form, problem);
    }
    showToast({ title: 'Automation updated' });
    onSaved();
    await refresh();
  };

  return { form, submit: form.handleSubmit(send, () => sayWhatIsMissing(form.getValues())) };
};
