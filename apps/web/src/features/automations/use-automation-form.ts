import { missingChoices } from '@picksync/contracts';
import { useForm } from 'react-hook-form';
import { showToast } from '../../stores/toast.ts';
import { type AutomationValues, checkAutomation, lacksChoices } from './automation-form.values.ts';

const errorsOf = (found: object) =>
  Object.fromEntries(Object.entries(found).map(([field, message]) => [field, { type: 'validate', message }]));

/** The form's state, checked by the request's own schema. */
export const useAutomationForm = (defaultValues: AutomationValues) =>
  useForm<AutomationValues>({
    defaultValues,
    resolver: (values) => {
      const { errors } = checkAutomation(values);
      return errors ? { values: {}, errors: errorsOf(errors) } : { values, errors: {} };
    },
  });

/** Says, beside what stands at the fields, that choices are missing. */
export const sayWhatIsMissing = (values: AutomationValues): void => {
  if (!lacksChoices(values)) return;
  showToast({ tone: 'bad', title: 'Validation Error', description: missingChoices });
};
