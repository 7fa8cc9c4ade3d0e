import { type CreateAutomation, type ErrorCode, missingChoices } from '@picksync/contracts';
import type { FormFailure } from '@picksync/ui/form-dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod';
import { ApiError, isSessionOver } from '../../../api/api-error.ts';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { askToDiscard } from '../../../stores/confirm.ts';
import { dropDraft, keepDraft, readDraft } from '../../../stores/drafts.ts';
import { dismissToast, showToast } from '../../../stores/toast.ts';
import {
  type AutomationField,
  type AutomationValues,
  byFormField,
  checkAutomation,
  type FieldMessages,
  lacksChoices,
} from './automation-form-values.ts';
import { settingEntries } from './setting-controls.tsx';
import { findKnownColumns } from './use-reports.ts';
import { useIsConnected } from './use-sheets.ts';

const choice = z.object({ id: z.string(), name: z.string() }).nullable();

const entries = z.object({
  name: z.string(),
  sourceSheet: choice,
  sourceColumn: choice,
  targetSheet: choice,
  targetColumn: choice,
  ...settingEntries,
}) satisfies z.ZodType<AutomationValues>;

const draft = z.object({ base: entries, values: entries });

function isSame(a: AutomationValues, b: AutomationValues): boolean {
  return JSON.stringify(entries.parse(a)) === JSON.stringify(entries.parse(b));
}

/** Returns the draft if it was begun from the same values; a draft of other values is out of date. */
function restored(key: string, base: AutomationValues): AutomationValues | undefined {
  const { data } = draft.safeParse(readDraft(key));
  return data && isSame(data.base, base) ? data.values : undefined;
}

type DraftOptions = {
  /** The values of the form before anything is entered. */
  base: AutomationValues;
  /** What is entered for the user when it is opened; `base` where nothing is. */
  start?: AutomationValues | undefined;
  /** Which form it is. */
  name: string;
};

/** Keeps unsent entries over a reload, and asks before they are discarded. */
function useDraft({ base, start = base, name }: DraftOptions) {
  const { user } = useAuthStatus();
  // The next user who logs in in this tab must not see this draft.
  const key = `${user?.id} ${name}`;
  const [initial] = useState(() => restored(key, base) ?? start);
  return {
    initial,
    keep: (values: AutomationValues) =>
      isSame(values, base) ? dropDraft(key) : keepDraft(key, { base, values }),
    drop: () => dropDraft(key),
    /** Asks before entries are lost. Returns whether the form may close. */
    mayClose: async (values: AutomationValues): Promise<boolean> => {
      const sure = isSame(values, base) || isSame(values, start) || (await askToDiscard());
      if (sure) dropDraft(key);
      return sure;
    },
  };
}

/** The state of the form: its values are those of the controls; a valid submit gives the body of the request. */
export type AutomationFormState = UseFormReturn<AutomationValues, unknown, CreateAutomation>;

/** The form's state, checked by the request's own schema. What is entered survives a reload; `close` asks first. */
export function useAutomationForm({ base, start, name, onClose }: DraftOptions & { onClose: () => void }) {
  const draft = useDraft({ base, start, name });
  const queryClient = useQueryClient();
  const form: AutomationFormState = useForm<AutomationValues, unknown, CreateAutomation>({
    defaultValues: draft.initial,
    resolver: (values) => {
      const { body, errors } = checkAutomation(values, findKnownColumns(queryClient, values));
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
    /** Deletes the draft after it was sent. */
    dropDraft: draft.drop,
    close: async () => {
      if (await draft.mayClose(form.getValues())) onClose();
    },
  };
}

/** Clears the submit error once Smartsheet reconnects. */
export function useClearOnReconnect(sending: { isError: boolean; reset: () => void }): void {
  const isConnected = useIsConnected();
  const latest = useRef(sending);
  latest.current = sending;
  useEffect(() => {
    if (isConnected && latest.current.isError) latest.current.reset();
  }, [isConnected]);
}

/**
 * Returns what shows a toast when a sheet or column is missing, in addition to the messages at the fields. The toast is
 * dismissed once all are chosen, and with the form.
 */
export function useMissingToast(values: AutomationValues): () => void {
  const [shownId, setShownId] = useState<number | null>(null);
  const isMissing = lacksChoices(values);
  useEffect(() => {
    if (!isMissing) setShownId(null);
  }, [isMissing]);
  useEffect(() => {
    if (shownId !== null) return () => dismissToast(shownId);
  }, [shownId]);
  return () => {
    if (!isMissing) return;
    setShownId(showToast({ tone: 'bad', title: 'Validation Error', description: missingChoices }));
  };
}

/** Returns the text for a refused request: the server's message if it sent one. */
function refusalText(problem: unknown, fallback: string): string {
  if (!(problem instanceof ApiError)) return fallback;
  if (problem.status === 0) return problem.message;
  const { code, errors, message } = problem.reply;
  // Any other error that names a field has a message that says more than the text of the field.
  if (errors && (code === 'validation_failed' || !message)) {
    const list = Object.entries(errors).map(([field, reason]) => `${field}: ${reason}`);
    return `Validation failed: ${list.join(', ')}`;
  }
  return message || `${fallback} (Status ${problem.status})`;
}

/** Returns the failure that the dialog shows; null when nothing failed, and for an ended session, which has a dialog of its own. */
export function formFailure(
  problem: unknown,
  words: { title: string; fallback: string },
): FormFailure | null {
  return problem && !isSessionOver(problem)
    ? { title: words.title, text: refusalText(problem, words.fallback) }
    : null;
}

/** Errors that are about one field although their reply names none. */
const fieldOfError: Partial<Record<ErrorCode, AutomationField>> = {
  column_taken: 'targetColumn',
  automation_loop: 'targetColumn',
};

function toMessages({ code, message, reply }: ApiError): FieldMessages {
  if (reply.errors) return byFormField(reply.errors);
  const field = code && fieldOfError[code];
  return field ? { [field]: message } : {};
}

/** Shows the server's messages at the fields they are about. */
export function markFields(form: AutomationFormState, problem: unknown): void {
  if (!(problem instanceof ApiError)) return;
  for (const [field, message] of Object.entries(toMessages(problem))) {
    form.setError(field as AutomationField, { type: 'server', message });
  }
}
