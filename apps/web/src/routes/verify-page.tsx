import { useAuthStatus } from '../api/session.queries.ts';
import { VerifyScreen } from '../features/session/verify-screen.tsx';

export function VerifyPage() {
  const { user } = useAuthStatus();
  return <VerifyScreen email={user?.email ?? ''} />;
}
