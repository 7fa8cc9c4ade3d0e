import type { ErrorCode } from '@picksync/contracts';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';
import {
  type AutomationField,
  type AutomationValues,
  byFormField,
  type FieldMessages,
} from './automation-form.values.ts';

/** What is said about a request that was refused, in the words of the server where it has some. */
export const refusalText = (problem: unknown, fallback: string): string => {
  if (!(problem instanceof ApiError)) return fallback;
  if (problem.status === 0) return problem.message;
  const { code, errors, message } = problem.reply;
  // Other errors that name a field say more in their message than the field's own few words do.
  if (errors && (code === 'validation_failed' || !message)) {
    const list = Object.entries(errors).map(([field, reason]) => `${field}: ${reason}`);
    return `Validation failed: ${list.join(', ')}`;
  }
  return message || `${fallback} (Status ${problem.status})`;
};

/** Errors that are about one choice and name no field of their own. */
const aboutField: Partial<Record<ErrorCode, AutomationField>> = {
  column_taken: 'targetColumn',
  automation_loop: 'targetColumn',
};

const messagesOf = ({ code, message, reply }: ApiError): FieldMessages => {
  if (reply.errors) return byFormField(reply.errors);
  const field = code && aboutField[code];
  return field ? { [field]: message } : {};
};

/** Writes what the server found wrong beside the fields it is about. */
export const markFields = (form: UseFormReturn<AutomationValues>, problem: unknown): void => {
  if (!(problem instanceof ApiError)) return;
  for (const [field, message] of Object.entries(messagesOf(problem))) {
    form.setError(field as AutomationField, { type: 'server', message });
  }
};
