import { useAuthStatus } from '../api/session.queries.ts';
import { VerifyScreen } from '../features/session/verify-screen.tsx';
import { useSessionElsewhere } from './use-session-elsewhere.ts';

export function VerifyPage() {
  useSessionElsewhere();
  const { user } = useAuthStatus();
  return <VerifyScreen email={user?.email ?? ''} />;
}
