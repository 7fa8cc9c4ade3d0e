import { useMatch } from '@tanstack/react-router';
import { EmailVerified } from '../features/session/email-verified.tsx';

export function EmailVerifiedPage() {
  // The route's own: the address is ahead of it while the next page is loading.
  const { pathname, params } = useMatch({ strict: false });
  const { errorType = 'missing_parameters' }: Record<string, string | undefined> = params;
  return <EmailVerified errorType={pathname === '/email-verified/success' ? null : errorType} />;
}
