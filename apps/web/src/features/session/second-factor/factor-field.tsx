import type { SecondFactor } from '@picksync/contracts';
import { TextField } from '@picksync/ui/text-field.tsx';
import { CodeField } from '../code-field.tsx';
import { useSignInForm } from '../sign-in-form.tsx';

/** The second factors that are typed. */
export type CodeFactor = Exclude<SecondFactor, 'passkey'>;

type GivenFactor = { method: CodeFactor; code: string };

/** The second factors for a user who does not have the one that is asked for. */
export const otherFactor = {
  totp: { method: 'recovery_code', label: 'Use a recovery code' },
  recovery_code: { method: 'totp', label: 'Use your authenticator app' },
} as const satisfies Record<CodeFactor, { method: CodeFactor; label: string }>;

type FactorFormOptions = { method: CodeFactor; send: (given: GivenFactor) => Promise<void> };

/** Returns the state of a form for a code of the app, or for a recovery code. */
export function useFactorForm({ method, send }: FactorFormOptions) {
  return useSignInForm({
    defaultValues: { code: '' },
    loadCheck: async () => {
      const checks = await import('../session.schemas.ts');
      return method === 'totp' ? checks.checkTotpCode : checks.checkRecoveryCode;
    },
    send: ({ code }) => send({ method, code }),
    fallback: 'We could not check the code. Please try again.',
    refusedField: 'code',
  });
}

type FactorForm = ReturnType<typeof useFactorForm>;

/** The field for a code of the app or a recovery code. It takes the focus, because it replaced another step. */
export function FactorField({ method, form }: { method: CodeFactor; form: FactorForm }) {
  if (method === 'totp') return <DigitsField form={form} />;
  return (
    <TextField
      label="Recovery code"
      hint="One of the ten codes you kept. Each works once."
      {...form.field('code')}
      autoFocus
      autoCapitalize="none"
      spellCheck={false}
      className="font-mono"
    />
  );
}

type DigitsFieldProps = {
  form: FactorForm;
  focused?: boolean;
  /** Where to find the digits. */
  hint?: string;
};

/** A field for six digits, which are sent as soon as they are complete. */
export function DigitsField({
  form,
  focused = true,
  hint = 'The 6 digits that your authenticator app shows now',
}: DigitsFieldProps) {
  return (
    <CodeField
      form={form}
      name="code"
      label="Code"
      hint={hint}
      autoFocus={focused}
      onComplete={form.shell.onSubmit}
    />
  );
}
