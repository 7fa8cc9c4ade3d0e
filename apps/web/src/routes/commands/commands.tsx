import { useAuthStatus } from '../../api/session.queries.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** No page waits for it. */
const Listening = lazyPart(async () => (await import('./listening.tsx')).Listening, { floats: true });

/** The shortcuts, the command menu and the list of shortcuts, for those who are signed in. */
export function Commands() {
  return useAuthStatus().isAuthenticated && <Listening />;
}
