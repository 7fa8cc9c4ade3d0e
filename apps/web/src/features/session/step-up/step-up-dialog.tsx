import { type Body, type StepUpMethod, stepUpEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { PasswordField } from '@picksync/ui/text-field.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { query } from '../../../api/query.ts';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import {
  type CodeFactor,
  DigitsField,
  FactorField,
  otherFactor,
  useFactorForm,
} from '../second-factor/factor-field.tsx';
import { useSignInForm } from '../sign-in-form.tsx';

type StepUpFormProps = { title: string; description: string; onProven: () => void; onClose: () => void };
type MethodProps = StepUpFormProps & { aside: ReactNode };

async function prove(body: Body<typeof stepUpEndpoints.prove>): Promise<void> {
  await call(stepUpEndpoints.prove, { body });
}

/** The form of the chosen method, at first of the strongest one. */
function StepUpForm({ methods, ...props }: StepUpFormProps & { methods: StepUpMethod[] }) {
  const typed = methods.filter((method) => method !== 'passkey');
  const [method, setMethod] = useState(typed[0]);
  const passkey = methods.includes('passkey') && (
    <PasskeyButton
      label="Use a passkey"
      variant="quiet"
      onSigned={async (credential) => {
        await prove({ method: 'passkey', credential } as Body<typeof stepUpEndpoints.prove>);
        props.onProven();
      }}
    />
  );
  if (method === undefined || method === 'password') return <PasswordStepUp {...props} aside={passkey} />;
  if (method === 'email_code') return <EmailCodeStepUp {...props} aside={passkey} />;
  const other = otherFactor[method];
  return (
    <FactorStepUp
      key={method}
      {...props}
      method={method}
      aside={
        <>
          {passkey}
          {typed.includes(other.method) && (
            <Button variant="quiet" onClick={() => setMethod(other.method)}>
              {other.label}
            </Button>
          )}
        </>
      }
    />
  );
}

type StepUpFrameProps = Omit<MethodProps, 'onProven'> & {
  shell: { pending: boolean; error: string | undefined; onSubmit: () => void };
  children: ReactNode;
};

/** The dialog around a step-up. */
function StepUpFrame({ shell: { error, pending, onSubmit }, ...frame }: StepUpFrameProps) {
  return (
    <FormDialog
      {...frame}
      {...{ pending, onSubmit }}
      error={error === undefined ? null : { title: 'Not confirmed', text: error }}
      submitLabel="Confirm"
      pendingLabel="Confirming..."
    />
  );
}

/** Asks for the password of the user who is signed in. */
function PasswordStepUp({ onProven, ...frame }: MethodProps) {
  const form = useSignInForm({
    defaultValues: { password: '' },
    loadCheck: async () => (await import('../session.schemas.ts')).checkStepUpPassword,
    send: ({ password }) => prove({ method: 'password', password }).then(onProven),
    fallback: 'We could not check your password. Please try again.',
    refusedField: 'password',
  });
  return (
    <StepUpFrame {...frame} shell={form.shell}>
      <PasswordField label="Password" {...form.field('password')} autoComplete="current-password" />
    </StepUpFrame>
  );
}

/** Asks for a code of the authenticator app, or for a recovery code. */
function FactorStepUp({ method, onProven, ...frame }: MethodProps & { method: CodeFactor }) {
  const form = useFactorForm({ method, send: (given) => prove(given).then(onProven) });
  return (
    <StepUpFrame {...frame} shell={form.shell}>
      <FactorField method={method} form={form} />
    </StepUpFrame>
  );
}

/** Mails a code to somebody who has no password, and asks for it. */
function EmailCodeStepUp({ aside, onProven, onClose, ...frame }: MethodProps) {
  const { user } = useAuthStatus();
  const [sentCount, setSentCount] = useState(0);
  const sending = useMutation({
    mutationFn: () => call(stepUpEndpoints.sendCode, {}),
    onSuccess: () => {
      form.clear();
      setSentCount((count) => count + 1);
    },
  });
  const form = useSignInForm({
    defaultValues: { code: '' },
    loadCheck: async () => (await import('../session.schemas.ts')).checkEmailCode,
    send: ({ code }) => prove({ method: 'email_code', code }).then(onProven),
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

type StepUpDialogProps = { onProven: () => void; onClose: () => void };

const frame = {
  title: 'Confirm that it is you',
  description: 'This changes who can use your account, so we ask again.',
};

/** Asks the user to prove who they are, above everything that is open. */
export function StepUpDialog({ onProven, onClose }: StepUpDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(stepUpMethodsQuery);
  if (data) return <StepUpForm {...frame} methods={data.methods} onProven={onProven} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} {...frame}>
      {error ? (
        <ErrorState
          message={getMessage(error, 'We could not find out how you can confirm it.')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading" className="grid gap-1.5">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-9" />
        </Loading>
      )}
    </Dialog>
  );
}

/**
 * The ways in which the user can prove who they are. Fetched each time, because they change when factors are added or
 * removed.
 */
const stepUpMethodsQuery = { ...query(stepUpEndpoints.methods, {}), staleTime: 0, gcTime: 0 };
