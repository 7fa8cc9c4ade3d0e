import type { SecondFactor } from '@picksync/contracts';
import { useSignInForm } from '../use-sign-in-form.ts';

/** The second factors that are typed. */
export type CodeFactor = Exclude<SecondFactor, 'passkey'>;

export type GivenFactor = { method: CodeFactor; code: string };

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

export type FactorForm = ReturnType<typeof useFactorForm>;
