import { automationEndpoints, missingChoices } from '@picksync/contracts';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { showToast } from '../../stores/toast.ts';
import {
  byFormField,
  checkNewAutomation,
  emptyAutomation,
  lacksChoices,
  type NewAutomationField,
  type NewAutomationValues,
} from './new-automation.values.ts';
import { useRefresh } from './use-refresh.ts';

const errorsFor = (found: Partial<Record<NewAutomationField, string>>) =>
  Object.fromEntries(Object.entries(found).map(([field, message]) => [field, { type: 'validate', message }]));

/** What is said about a creation that was refused, in the words of the server where it has some. */
const refusalText = (problem: unknown): string => {
  if (!(problem instanceof ApiError)) return 'Failed to create configuration';
  if (problem.status === 0) return 'Network error. Please check your connection and try again.';
  const { errors, message } = problem.reply;
  if (errors) {
    const list = Object.entries(errors).map(([field, reason]) => `${field}: ${reason}`);
    return `Validation failed: ${list.join(', ')}`;
  }
  return message || `Failed to create configuration (Status ${problem.status})`;
};

const isLimit = (problem: unknown): boolean =>
  problem instanceof ApiError &&
  (problem.reply.code === 'free_plan_limit' || problem.reply.code === 'plan_limit_reached');

type Options = { onCreated: () => void; onLimit: () => void };

/** The form of a new automation: checks it, sends it, says how it went. */
export const useNewAutomation = ({ onCreated, onLimit }: Options) => {
  const refresh = useRefresh();
  const form = useForm<NewAutomationValues>({
    defaultValues: emptyAutomation,
    resolver: (values) => {
      const { errors } = checkNewAutomation(values);
      return errors ? { values: {}, errors: errorsFor(errors) } : { values, errors: {} };
    },
  });

  const refused = (problem: unknown) => {
    if (isLimit(problem)) onLimit();
    const named = problem instanceof ApiError ? byFormField(problem.reply.errors ?? {}) : {};
    for (const [field, message] of Object.entries(named)) {
      form.setError(field as NewAutomationField, { type: 'server', message });
    }
    showToast({ tone: 'bad', title: 'Creation Failed', description: refusalText(problem) });
  };

  const send = async (values: NewAutomationValues) => {
    const { body } = checkNewAutomation(values);
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

  const notSent = () => {
    if (lacksChoices(form.getValues())) {
      showToast({ tone: 'bad', title: 'Validation Error', description: missingChoices });
    }
  };

  return {
    form,
    submit: form.handleSubmit(send, notSent),
    reset: () => {
      form.reset(emptyAutomation);
      showToast({ title: 'Form reset' });
    },
  };
};
