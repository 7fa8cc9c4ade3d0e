import { useMatch, useNavigate } from '@tanstack/react-router';
import { type LoginMode, LoginScreen } from '../features/session/login-screen.tsx';
import { keepRedirect } from '../features/session/redirect.ts';
import { loginSearch } from './login-search.ts';

const reasons: Record<string, string> = {
  '/dashboard': 'Please log in to access dashboard features.',
  '/configurations': 'Please log in to see your configurations.',
  '/settings': 'Please log in to see your settings.',
  '/subscription': 'Please log in to see your subscription.',
};

/** Returns why the login is shown in place of another page. */
function reasonFor(pathname: string): string | undefined {
  if (/^\/automations\/.+\/review$/.test(pathname)) return 'Please log in to review what a sync would do.';
  if (/^\/automations\/.+\/restore\//.test(pathname)) return 'Please log in to restore a list.';
  if (/^\/(automations|rules)\//.test(pathname)) return 'Please log in to see your automation.';
  return reasons[pathname];
}

/** The mode is part of the address: looking into the mail on a phone often reloads the page. */
export function LoginPage() {
  const navigate = useNavigate();
  // What is shown belongs to its own route: the address is ahead while the next one is loading, and that is drawn anew.
  const match = useMatch({ strict: false });
  // Also with what the route's validation drops.
  const found: Record<string, unknown> = match.search;
  const { mode: requested = 'login', redirect } = loginSearch(found);
  const outcome = typeof found.outcome === 'string' ? found.outcome : undefined;
  const mode = match.pathname === '/reset-password' ? 'reset' : requested;
  const search = redirect ? { redirect } : {};
  const onMode = (next: LoginMode) => {
    if (next === 'verify') keepRedirect(redirect);
    if (next === 'reset') return navigate({ to: '/reset-password' });
    return navigate({
      to: '/login',
      search: next === 'login' ? search : { ...search, mode: next },
      replace: true,
    });
  };
  return <LoginScreen mode={mode} onMode={onMode} reason={reasonFor(match.pathname)} outcome={outcome} />;
}
