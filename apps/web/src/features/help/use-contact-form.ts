import { contactEndpoints } from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { toFormErrors } from '../../api/form-errors.ts';
import { resolved, showRefused } from '../../api/form-resolver.ts';
import { useAuthStatus } from '../../api/session.queries.ts';
import { dropDraft, keepDraft, readDraft } from '../../stores/drafts.ts';
import { showToast } from '../../stores/toast.ts';
import { type ContactValues, checkContact } from './contact.schema.ts';

const fallback = 'Failed to send message. Please try again.';

/** The form of a message to support. The entries survive opening the answers and a reload, until the form is sent. */
export function useContactForm(proposal: string) {
  const { user } = useAuthStatus();
  const draftKey = `${user?.id ?? 'guest'} contact`;
  const form = useForm<ContactValues>({
    defaultValues: {
      email: user?.email ?? '',
      message: proposal,
      ...(proposal === '' && toDraft(readDraft(draftKey))),
    },
    resolver: (typed) => resolved(checkContact(typed)),
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(draftKey, values),
      }),
    [form, draftKey],
  );
  const sending = useMutation({
    mutationFn: (body: ContactValues) => call(contactEndpoints.send, { body }, { quiet: true }),
    onSuccess: (_, { email }) => {
      form.reset({ email, message: '' });
      dropDraft(draftKey);
      showToast({
        title: 'Message sent',
        description: "We've received your message and will respond shortly.",
      });
    },
    onError: (problem) => {
      const { form: _general, ...fields } = getRefusal(problem);
      showRefused(form.setError, fields);
    },
  });
  return {
    form,
    isPending: sending.isPending,
    /** Why the message was not sent, where no field says it. */
    failure: sending.isError && !isSessionOver(sending.error) ? getRefusal(sending.error).form : undefined,
    send: form.handleSubmit((body) => sending.mutate(body)),
  };
}

function getRefusal(problem: unknown) {
  return toFormErrors({ problem, fields: ['email', 'message'], fallback });
}

/** Of an ended session a dialog tells; the message waits below it. */
function isSessionOver(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'unauthenticated';
}

/** Returns the stored draft, which may be of an older version of ours. */
function toDraft(kept: unknown): Partial<ContactValues> {
  if (typeof kept !== 'object' || kept === null) return {};
  const entries = Object.entries(kept).filter(
    ([name, value]) => (name === 'email' || name === 'message') && typeof value === 'string' && value !== '',
  );
  return Object.fromEntries(entries);
}
