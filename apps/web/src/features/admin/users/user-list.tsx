import { Button } from '@picksync/ui/button.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type AdminUser, usersQuery } from '../../../api/admin.queries.ts';
import { formatAgo, formatDay } from '../../../ui/dates.ts';
import { AdminTable, type Column, NameCell } from '../admin-table.tsx';
import { PlanBadge } from '../plan-badge.tsx';
import { useOpened } from '../use-opened.ts';

export function UserList({ search, onClear }: { search: string; onClear: () => void }) {
  const list = useSuspenseInfiniteQuery(usersQuery(search));
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
              {user.email}
            </Link>
          }
          detail={describeSince(user)}
        />
      ),
    },
    { head: 'Plan', className: 'w-[170px]', cell: (user) => <PlanBadge plan={user} /> },
    { head: 'Automations', className: 'w-[190px]', cell: ({ automations }) => describeUses(automations) },
    { head: 'Last seen', className: 'w-[130px]', cell: ({ lastSeenAt }) => formatAgo(lastSeenAt, now) },
  ];
  return (
    <AdminTable
      label="Users"
      columns={columns}
      rows={list.data.pages.flatMap(({ reply }) => reply)}
      getKey={({ id }) => id}
      selected={opened}
      pages={list}
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

function describeUses({ active, paused, limit }: AdminUser['automations']): string {
  return `${active} of ${limit}${paused > 0 ? `, ${paused} paused` : ''}`;
}
