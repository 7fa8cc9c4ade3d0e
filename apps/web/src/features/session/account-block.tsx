import { Button } from '@picksync/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { useAuthStatus } from '../../api/session.queries.ts';
import { useLogout } from './use-logout.ts';

function Face({ name }: { name: string }) {
  return (
    <>
      <span
        aria-hidden="true"
        data-initial={name.charAt(0).toUpperCase()}
        // Drawn by CSS, so that the name of the link begins with its visible text.
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-bold text-accent before:content-[attr(data-initial)]"
      />
      <bdi className="min-w-0 flex-1 truncate text-sm">{name}</bdi>
    </>
  );
}

const face = 'flex min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 py-1.5';

/**
 * The user who is signed in, at the foot of the sidebar: the links to their account and to sign out. `replace`: the
 * link takes the place of the current entry in the browser's history.
 */
export function AccountBlock({ replace }: { replace: boolean }) {
  const { user, isAuthenticated } = useAuthStatus();
  const logout = useLogout();
  const name = user?.email || 'Guest User';
  if (!isAuthenticated)
    return (
      <div className={face}>
        <Face name={name} />
      </div>
    );
  return (
    <div className="flex items-center gap-1">
      <Link
        to="/settings"
        replace={replace}
        title={name}
        aria-label={`Account of ${name}`}
        className={`${face} transition-colors hover:bg-sunken aria-[current=page]:bg-sunken`}
      >
        <Face name={name} />
      </Link>
      <Button variant="quiet" size="sm" pending={logout.isPending} onClick={() => logout.mutate()}>
        Logout
      </Button>
    </div>
  );
}
