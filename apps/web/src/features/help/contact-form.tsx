import { contactBody, contactEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { TextAreaField, TextField } from '@picksync/ui/text-field.tsx';
import { useIsLate } from '@picksync/ui/use-is-late.ts';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import { call } from '../../api/call.ts';
import { checkWith } from '../../api/check-with.ts';
import { useAuthStatus, usePlanNames } from '../../api/session.queries.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { useCheckedForm } from '../../api/use-checked-form.ts';
import { isToldElsewhere } from '../../api/use-dialog-form.ts';
import { useKeptDraft } from '../../api/use-kept-draft.ts';
import { dropDraft, readDraft } from '../../stores/drafts.ts';
import { showToast } from '../../stores/toast.ts';

type ContactValues = z.output<typeof contactBody>;

const check = checkWith(contactBody);

const lateAfterMs = 8000;

/** The form of a message to support; `proposal` is its initial text. */
export function ContactForm({ proposal }: { proposal: string }) {
  const { field, isPending, failure, send } = useContactForm(proposal);
  const isLate = useIsLate(isPending, lateAfterMs);
  return (
    <form
      noValidate
      aria-label="Contact Us"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) void send();
      }}
      className="grid content-start gap-4 rounded-lg border border-line bg-surface p-4 md:p-5"
    >
      <TextField label="Email" {...field('email')} type="email" inputMode="email" autoComplete="email" />
      <TextAreaField label="Message" {...field('message')} rows={7} className="min-h-32" />
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

/** The form of a message to support. The entries survive opening the answers and a reload, until the form is sent. */
function useContactForm(proposal: string) {
  const { user } = useAuthStatus();
  const draftKey = `${user?.id ?? 'guest'} contact`;
  const { form, field, sending, general } = useCheckedForm<ContactValues>({
    defaultValues: {
      email: user?.email ?? '',
      message: proposal,
      ...(proposal === '' && toDraft(readDraft(draftKey))),
    },
    check,
    send: async (body) => {
      await call(contactEndpoints.send, { body });
      form.reset({ email: body.email, message: '' });
      dropDraft(draftKey);
      showToast({
        title: 'Message sent',
        description: "We've received your message and will respond shortly.",
      });
    },
    fallback: 'Failed to send message. Please try again.',
  });
  useKeptDraft(form, draftKey);
  return {
    field,
    isPending: sending.isPending,
    /** Why the message was not sent, where neither a field nor a dialog says it. */
    failure: isToldElsewhere(sending.error) ? undefined : general,
    send: form.handleSubmit((body) => sending.mutate(body)),
  };
}

/** Returns the stored draft, which may be of an older version of ours. */
function toDraft(kept: unknown): Partial<ContactValues> {
  if (typeof kept !== 'object' || kept === null) return {};
  const entries = Object.entries(kept).filter(
    ([name, value]) => (name === 'email' || name === 'message') && typeof value === 'string' && value !== '',
  );
  return Object.fromEntries(entries);
}
