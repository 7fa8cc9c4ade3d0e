import { automationEndpoints } from '@picksync/contracts';
import { call } from '../../api/call.ts';
import { showToast } from '../../stores/toast.ts';
import { type AutomationValues, checkAutomation, emptyAutomation } from './automation-form.values.ts';
import { markFields, refusalText } from './form-refusal.ts';
import { isPlanLimit } from './plan-limit.ts';
import { sayWhatIsMissing, useAutomationForm } from './use-automation-form.ts';
import { useRefresh } from './use-refresh.ts';

type Options = { onCreated: () => void; onLimit: () => void };

/** The form of a new automation: checks it, sends it, says how it went. */
export const useNewAutomation = ({ onCreated, onLimit }: Options) => {
  const refresh = useRefresh();
  const form = useAutomationForm(emptyAutomation);

  const refused = (problem: unknown) => {
    const description = refusalText(problem, 'Failed to create configuration');
    showToast({ tone: 'bad', title: 'Creation Failed', description });
    markFields(form, problem);
    if (isPlanLimit(problem)) onLimit();
  };

  const send = async (values: AutomationValues) => {
    const { body } = checkAutomation(values);
    if (!body) return;
    try {
      await call(automationEndpoints.create, { body }, { quiet: true });
    } catch (problem) {
      return refused(problem);
    }
    form.reset(emptyAutomation);
    showToast({ title: 'Success!', description: 'Your automation has been set up successfully' });
    onCreated();
    await refresh();
  };

  return {
    form,
    submit: form.handleSubmit(send, () => sayWhatIsMissing(form.getValues())),
    reset: () => {
      form.reset(emptyAutomation);
      showToast({ title: 'Form reset' });
    },
  };
};
