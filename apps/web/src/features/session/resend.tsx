import { authEndpoints } from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/form-errors.ts';
import { Alert } from '../../ui/alert.tsx';

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
    return <Alert tone="bad">{messageOf(resend.error, 'Failed to resend the verification email')}</Alert>;
  }
  return null;
}
