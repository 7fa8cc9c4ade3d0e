import '../../api/zod-without-eval.ts';
import { contactBody, contactEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Field } from '@picksync/ui/field.tsx';
import { controlClass, Input } from '@picksync/ui/input.tsx';
import { useIsLate } from '@picksync/ui/use-is-late.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { checkWith } from '../../api/check-with.ts';
import { toFormErrors } from '../../api/form-errors.ts';
import { resolved, showRefused } from '../../api/form-resolver.ts';
import { useAuthStatus, usePlanNames } from '../../api/session.queries.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { dropDraft, keepDraft, readDraft } from '../../stores/drafts.ts';
import { showToast } from '../../stores/toast.ts';

type ContactValues = z.output<typeof contactBody>;

const checkContact = checkWith(contactBody);

const lateAfterMs = 8000;

/** The form of a message to support; `proposal` is its initial text. */
export function ContactForm({ proposal }: { proposal: string }) {
  const { form, isPending, failure, send } = useContactForm(proposal);
  const isLate = useIsLate(isPending, lateAfterMs);
  const { errors } = form.formState;
  return (
    <form
      noValidate
      aria-label="Contact Us"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) void send();
      }}
      className="grid content-start gap-2 rounded-lg border border-line bg-surface p-4 md:p-5"
    >
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
          />
        )}
      </Field>
      <Field label="Message" error={errors.message?.message}>
        {(control) => (
          <textarea
            dir="auto"
            {...control}
            {...form.register('message')}
            rows={7}
            className={cx(controlClass, 'resize-y px-3 py-2.5 text-lg md:text-md')}
          />
        )}
      </Field>
      {failure && (
        <Alert tone="bad" title="Error">
          {failure}
        </Alert>
      )}
      {isLate && <Alert tone="neutral">Still trying. Your message is kept in this form.</Alert>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SentWith />
        <Button
          type="submit"
          variant="primary"
          pending={isPending}
          pendingLabel={isLate ? 'Still trying...' : 'Sending...'}
        >
          Send Message
        </Button>
      </div>
    </form>
  );
}

/** What is sent with the message of a user who is signed in. */
function SentWith() {
  const { user, isAuthenticated } = useAuthStatus();
  const planNames = usePlanNames();
  const { data: stats } = useQuery({ ...statsQuery, enabled: isAuthenticated });
  if (!user || !stats) return <span />;
  const plan = stats.subscriptionStatus === 'trial' ? 'Trial' : planNames[user.subscriptionTier];
  return (
    <p className="text-xs text-ink-2">
      Sent with your plan: {plan}
      {user.subscriptionTier === 'premium' && ', answered first'}.
    </p>
  );
}

const fallback = 'Failed to send message. Please try again.';

/** The form of a message to support. The entries survive opening the answers and a reload, until the form is sent. */
function useContactForm(proposal: string) {
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
    mutationFn: (body: ContactValues) => call(contactEndpoints.send, { body }),
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
