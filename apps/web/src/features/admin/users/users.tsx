import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import { SidePanel } from '@picksync/ui/side-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { userQuery } from '../../../api/admin.queries.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { AdminSection } from '../admin-section.tsx';
import { PlanBadge } from '../plan-badge.tsx';
import { useOpened } from '../use-opened.ts';
import { UserDetail } from './user-detail.tsx';
import { UserList } from './user-list.tsx';

/** One user in full: their state, giving a plan, and disabling the account. */
function UserPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: user, error, isFetching, refetch } = useQuery(userQuery(id));
  return (
    <SidePanel title={user?.email ?? 'User'} badge={user && <PlanBadge plan={user} />} onClose={onClose}>
      {user ? (
        <UserDetail user={user} />
      ) : error ? (
        <ErrorState
          message={getMessage(error, 'This user could not be loaded. Please try again.')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SettingsSkeleton rows={4} />
      )}
    </SidePanel>
  );
}

const delayMs = 250;

/**
 * Returns the state of the search field: what is typed, and a moment later what is searched for, which is kept in the
 * address.
 */
function useSearchInput() {
  const { search = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search);
  const wanted = typed.trim().toLowerCase();
  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(() => {
      void navigate({
        to: '.',
        search: ({ search: _before, ...rest }) => (wanted ? { ...rest, search: wanted } : rest),
        replace: true,
        resetScroll: false,
      });
    }, delayMs);
    return () => clearTimeout(timer);
  }, [wanted, search, navigate]);
  // The old results stay until the new ones are loaded.
  return { typed, type: setTyped, search: useDeferredValue(search) };
}

/** The users: found by a part of the address, and each in full beside the list. */
export function Users() {
  const { typed, search, type } = useSearchInput();
  const { opened, close } = useOpened();
  return (
    <>
      <AdminSection
        title="Users"
        subtitle="Newest first. Open one to see what they have, or to change their plan."
        actions={
          <div className="relative max-sm:w-full">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3"
            />
            <Input
              type="search"
              aria-label="Search by email"
              placeholder="Search by email"
              autoComplete="off"
              spellCheck={false}
              maxLength={254}
              value={typed}
              onChange={({ target }) => type(target.value)}
              className="pl-8.5 sm:w-[280px]"
            />
          </div>
        }
      >
        <UserList search={search} onClear={() => type('')} />
      </AdminSection>
      {opened && <UserPanel id={opened} onClose={close} />}
    </>
  );
}
