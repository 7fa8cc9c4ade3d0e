import { proofEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { DigitsField } from '../second-factor/factor-field.tsx';
import { useSignInForm } from '../use-sign-in-form.ts';
import type { ProofFormProps } from './proof-frame.tsx';

/** Mails a code to somebody who has no password, and asks for it. */
export function EmailCodeProof({
  aside,
  onProven,
  onClose,
  ...frame
}: ProofFormProps & { aside: ReactNode }) {
  const { user } = useAuthStatus();
  const [sentCount, setSentCount] = useState(0);
  const sending = useMutation({
    mutationFn: () => call(proofEndpoints.sendCode, {}, { quiet: true }),
    onSuccess: () => {
      form.clear();
      setSentCount((count) => count + 1);
    },
  });
  const form = useSignInForm({
    defaultValues: { code: '' },
    loadCheck: async () => (await import('../session.schemas.ts')).checkEmailCode,
    send: async ({ code }) => {
      await call(proofEndpoints.prove, { body: { method: 'email_code', code } }, { quiet: true });
      onProven();
    },
    fallback: 'We could not check the code. Please try again.',
    refusedField: 'code',
  });
  const isSent = sentCount > 0;
  const unsent = sending.isError
    ? { title: 'Not sent', text: getMessage(sending.error, 'We could not send the code. Please try again.') }
    : null;
  const { error } = form.shell;
  const unproven = error === undefined ? null : { title: 'Not confirmed', text: error };
  return (
    <FormDialog
      {...frame}
      pending={isSent ? form.shell.pending : sending.isPending}
      error={unsent ?? unproven}
      submitLabel={isSent ? 'Confirm' : 'Send code'}
      pendingLabel={isSent ? 'Confirming...' : 'Sending...'}
      onSubmit={isSent ? form.shell.onSubmit : () => sending.mutate()}
      onClose={onClose}
      aside={
        <>
          {aside}
          {isSent && (
            <Button
              variant="quiet"
              pending={sending.isPending}
              pendingLabel="Sending..."
              onClick={() => sending.mutate()}
            >
              Send another code
            </Button>
          )}
        </>
      }
    >
      <p role="status" className="text-sm text-pretty break-words text-ink-2">
        {sentences[Math.min(sentCount, 2)]?.(user?.email ?? 'your email')}
      </p>
      {/* A new code is typed into an empty field. */}
      {isSent && <DigitsField key={sentCount} form={form} hint="The 6 digits of the newest mail" />}
    </FormDialog>
  );
}

/** The text before a code is sent, after the first one, and after each further one. */
const sentences = [
  (email: string) => `Your account has no password, so we mail a code to ${email}.`,
  (email: string) => `We sent a code to ${email}. It works for 10 minutes.`,
  (email: string) => `We sent another code to ${email}. The one before no longer works.`,
];
