import { useLocation, useParams } from '@tanstack/react-router';
import { EmailVerified } from '../features/session/email-verified.tsx';

export function EmailVerifiedPage() {
  const { pathname } = useLocation();
  const { errorType = 'missing_parameters' } = useParams({ strict: false });
  const isSuccess = pathname === '/email-verified/success';
  return <EmailVerified result={isSuccess ? { ok: true } : { ok: false, errorType }} />;
}
