import { type CreateAutomation, type ErrorCode, missingChoices } from '@picksync/contracts';
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError } from '../../../api/api-error.ts';
import { showToast } from '../../../stores/toast.ts';
import type { FormFailure } from '../../../ui/form-dialog.tsx';
import {
  type AutomationField,
  type AutomationValues,
  byFormField,
  checkAutomation,
  type FieldMessages,
  lacksChoices,
} from './automation-values.ts';
import { type DraftOptions, useDraft } from './use-draft.ts';

/** The state of the form; what it hands on is the request. */
export type AutomationFormState = UseFormReturn<AutomationValues, unknown, CreateAutomation>;

type AutomationFormOptions = DraftOptions & { onClose: () => void };

/** The form's state, checked by the request's own schema. What is entered survives a reload; `close` asks first. */
export function useAutomationForm({ base, name, onClose }: AutomationFormOptions) {
  const draft = useDraft({ base, name });
  const form: AutomationFormState = useForm<AutomationValues, unknown, CreateAutomation>({
    defaultValues: draft.initial,
    resolver: (values) => {
      const { body, errors } = checkAutomation(values);
      if (body) return { values: body, errors: {} };
      const found = Object.entries(errors).map(([field, message]) => [field, { type: 'validate', message }]);
      return { values: {}, errors: Object.fromEntries(found) };
    },
  });

  const keep = useRef(draft.keep);
  keep.current = draft.keep;
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep.current(values) }),
    [form],
  );

  return {
    form,
    /** For what was sent. */
    dropDraft: draft.drop,
    close: async () => {
      if (await draft.mayClose(form.getValues())) onClose();
    },
  };
}

/** Says, beside what stands at the fields, that choices are missing. */
export function sayWhatIsMissing(values: AutomationValues): void {
  if (!lacksChoices(values)) return;
  showToast({ tone: 'bad', title: 'Validation Error', description: missingChoices });
}

/** What is said about a request that was refused, in the words of the server where it has some. */
function refusalText(problem: unknown, fallback: string): string {
  if (!(problem instanceof ApiError)) return fallback;
  if (problem.status === 0) return problem.message;
  const { code, errors, message } = problem.reply;
  // Other errors that name a field say more in their message than the field's own few words do.
  if (errors && (code === 'validation_failed' || !message)) {
    const list = Object.entries(errors).map(([field, reason]) => `${field}: ${reason}`);
    return `Validation failed: ${list.join(', ')}`;
  }
  return message || `${fallback} (Status ${problem.status})`;
}

/** What the dialog says about a request that was refused; null while none was. */
export function formFailure(
  problem: unknown,
  words: { title: string; fallback: string },
): FormFailure | null {
  return problem ? { title: words.title, text: refusalText(problem, words.fallback) } : null;
}

/** Errors that are about one choice and name no field of their own. */
const aboutField: Partial<Record<ErrorCode, AutomationField>> = {
  column_taken: 'targetColumn',
  automation_loop: 'targetColumn',
};

function messagesOf({ code, message, reply }: ApiError): FieldMessages {
  if (reply.errors) return byFormField(reply.errors);
  const field = code && aboutField[code];
  return field ? { [field]: message } : {};
}

/** Writes what the server found wrong beside the fields it is about. */
export function markFields(form: AutomationFormState, problem: unknown): void {
  if (!(problem instanceof ApiError)) return;
  for (const [field, message] of Object.entries(messagesOf(problem))) {
    form.setError(field as AutomationField, { type: 'server', message });
  }
}
