import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Field } from '@picksync/ui/field.tsx';
import { controlClass, Input } from '@picksync/ui/input.tsx';
import { useIsLate } from '@picksync/ui/use-is-late.ts';
import { useQuery } from '@tanstack/react-query';
import { useAuthStatus, usePlanNames } from '../../api/session.queries.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { useContactForm } from './use-contact-form.ts';

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
