import { adminUserEndpoints } from '@picksync/contracts';
import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import { SidePanel } from '@picksync/ui/side-overlay.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { type AdminUser, userQuery, usersQuery } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { type PlanNames, usePlanNames } from '../../../api/session.queries.ts';
import { formatAgo, formatDay } from '../../../ui/dates.ts';
import { AddressCell, NameCell } from '../admin-cells.tsx';
import { AdminSection } from '../admin-section.tsx';
import { AdminList, type Column } from '../admin-table.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useOpened } from '../use-opened.ts';
import { UserDetail } from './user-detail.tsx';

type Plan = Pick<AdminUser, 'subscriptionStatus' | 'subscriptionTier'>;

/** A user's plan in a word or two. */
function planWords(
  { subscriptionStatus, subscriptionTier }: Plan,
  names: PlanNames,
): { tone: Tone; words: string } {
  const name = names[subscriptionTier];
  switch (subscriptionStatus) {
    case 'trial':
      return { tone: 'warn', words: 'Trial' };
    case 'pending':
      return { tone: 'warn', words: 'Payment pending' };
    case 'past_due':
      return { tone: 'bad', words: `${name}, unpaid` };
    case 'cancelled':
      return { tone: 'bad', words: `${name}, canceled` };
    case 'active':
      return { tone: 'good', words: name };
    default:
      return { tone: 'neutral', words: names.free };
  }
}

function PlanBadge({ plan }: { plan: Plan }) {
  const { tone, words } = planWords(plan, usePlanNames());
  return <Badge tone={tone}>{words}</Badge>;
}

function UserList({ search, onClear }: { search: string; onClear: () => void }) {
  const now = useNow();
  const { opened, state } = useOpened();
  const columns: Column<AdminUser>[] = [
    {
      head: 'Email',
      cell: (user) => (
        <NameCell
          name={
            <Link
              to="/admin/$section"
              params={{ section: 'users' }}
              search={({ search: kept }) => ({ ...(kept && { search: kept }), open: user.id })}
              state={state}
              className="hover:underline"
            >
              <AddressCell>{user.email}</AddressCell>
            </Link>
          }
          detail={describeSince(user)}
        />
      ),
    },
    { head: 'Plan', className: 'w-[170px]', cell: (user) => <PlanBadge plan={user} /> },
    {
      head: 'Automations',
      className: 'w-[190px]',
      cell: ({ automations }) => <Uses automations={automations} />,
    },
    {
      head: 'Last seen',
      className: 'w-[130px]',
      cell: ({ lastSeenAt }) => (
        <>
          <span className="@wide:sr-only">Last seen: </span>
          {formatAgo(lastSeenAt, now)}
        </>
      ),
    },
  ];
  return (
    <AdminList
      label="Users"
      columns={columns}
      query={usersQuery(search)}
      selected={opened}
      empty={{
        icon: Search,
        title: search ? `No user has “${search}” in the email` : 'Nobody has registered yet',
        ...(search && { action: <Button onClick={onClear}>Clear search</Button> }),
      }}
    />
  );
}

/** Returns the most important fact about a user beside the address. */
function describeSince({ createdAt, accessUntil, isVerified, disabledAt, role }: AdminUser): string {
  if (disabledAt) return `Disabled since ${formatDay(disabledAt)}`;
  if (!isVerified) return `Not verified, registered ${formatDay(createdAt)}`;
  if (accessUntil) return `Access until ${formatDay(accessUntil)}`;
  return `${role === 'admin' ? 'Administrator, since' : 'Since'} ${formatDay(createdAt)}`;
}

/** How many automations somebody has; with the noun for phones, where there is no head. */
function Uses({ automations: { active, paused, limit } }: Pick<AdminUser, 'automations'>) {
  return (
    <>
      {`${active} of ${limit}`}
      <span className="@wide:sr-only"> automations</span>
      {paused > 0 && `, ${paused} paused`}
    </>
  );
}

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
        // What was opened in the meantime is closed by Back as before.
        state: true,
        replace: true,
        resetScroll: false,
      });
    }, delayMs);
    return () => clearTimeout(timer);
  }, [wanted, search, navigate]);
  // The old results stay until the new ones are loaded.
  return { typed, type: setTyped, search: useDeferredValue(search) };
}

function SignEverybodyOut() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="max-sm:w-full" onClick={() => setOpen(true)}>
        Sign everybody out
      </Button>
      {isOpen && (
        <ReasonDialog
          title="Sign everybody out?"
          description="Every session ends but yours, on every device. Passwords, API keys and automations stay as they are. Do this when sessions may have been stolen."
          submitLabel="Sign everybody out"
          pendingLabel="Signing out..."
          destructive
          failure={{
            title: 'Nobody was signed out',
            text: 'The sessions could not be ended. Please try again.',
          }}
          send={(body) => call(adminUserEndpoints.endSessions, { body })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
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
          <>
            <div className="relative max-sm:w-full">
              <Search
                aria-hidden="true"
                className="pointer-events-none absolute top-1/2 inset-s-2.5 size-4 -translate-y-1/2 text-ink-3"
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
                className="ps-8.5 sm:w-[280px]"
              />
            </div>
            <SignEverybodyOut />
          </>
        }
      >
        <UserList search={search} onClear={() => type('')} />
      </AdminSection>
      {opened && <UserPanel key={opened} id={opened} onClose={close} />}
    </>
  );
}
