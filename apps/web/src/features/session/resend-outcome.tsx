import { messageOf } from '../../api/form-failure.ts';
import { Alert } from '../../ui/alert.tsx';
import type { useResend } from './use-resend.ts';

/** Shows whether a new code was sent; nothing before it was requested. */
export function ResendOutcome({ resend }: { resend: ReturnType<typeof useResend> }) {
  if (resend.isSuccess) return <Alert tone="good">{resend.data.message}</Alert>;
  if (resend.isError) {
    return <Alert tone="bad">{messageOf(resend.error, 'Failed to resend the verification email')}</Alert>;
  }
  return null;
}
