import { useAuthStatus } from '../../api/session.queries.ts';
import { Button } from '../../ui/button.tsx';
import { useLogout } from './use-logout.ts';

/** Who is signed in, at the foot of the sidebar. */
export function AccountBlock() {
  const { user, isAuthenticated } = useAuthStatus();
  const logout = useLogout();
  const name = user?.email || 'Guest User';
  return (
    <div className="flex items-center gap-2.5 px-2">
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-bold text-accent"
      >
        {name.charAt(0).toUpperCase()}
      </span>
      <span title={name} className="min-w-0 flex-1 truncate text-sm">
        {name}
      </span>
      {isAuthenticated && (
        <Button variant="quiet" size="sm" pending={logout.isPending} onClick={() => logout.mutate()}>
          Logout
        </Button>
      )}
    </div>
  );
}
