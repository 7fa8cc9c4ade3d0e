import { useAuthStatus } from '../api/session.queries.ts';
import { UpdatePasswordScreen, VerifyScreen } from '../features/session/first-step-screens.tsx';
import { useSessionElsewhere } from './use-session-elsewhere.ts';

/** The page of a signed-in user who has to do something before anything else. */
export function FirstStepPage() {
  useSessionElsewhere();
  const { user, emailVerificationRequired } = useAuthStatus();
  const Screen = emailVerificationRequired ? VerifyScreen : UpdatePasswordScreen;
  return <Screen email={user?.email ?? ''} />;
}
