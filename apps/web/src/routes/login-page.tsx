import { useNavigate, useSearch } from '@tanstack/react-router';
import { type LoginMode, LoginScreen } from '../features/session/login-screen.tsx';

/** The mode is part of the address: looking into the mail on a phone often reloads the page. */
export const LoginPage = () => {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const mode: LoginMode = search.mode ?? 'login';
  const onMode = (next: LoginMode) => {
    void navigate({ to: '/login', search: next === 'login' ? {} : { mode: next }, replace: true });
  };
  return <LoginScreen mode={mode} onMode={onMode} />;
};
