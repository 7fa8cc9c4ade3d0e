import { authEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { toFormErrors } from '../../api/form-errors.ts';

/** Sends a new code to an address. */
export function useResend() {
  return useMutation({
    mutationFn: (email: string) =>
      call(authEndpoints.resendVerification, { body: { email } }, { quiet: true }),
  });
}

/** Shows whether a new code was sent; nothing before it was requested. */
export function ResendOutcome({ resend }: { resend: ReturnType<typeof useResend> }) {
  if (resend.isSuccess) return <Alert tone="good">{resend.data.message}</Alert>;
  if (resend.isError) {
    const fallback = 'Failed to resend the verification email';
    const { email, form } = toFormErrors({ problem: resend.error, fields: ['email'], fallback });
    return <Alert tone="bad">{email ?? form}</Alert>;
  }
  return null;
}
