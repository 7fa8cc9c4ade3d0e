import { Input } from '@picksync/ui/input.tsx';
import { Search } from 'lucide-react';
import { AdminSection } from '../admin-section.tsx';
import { useOpened } from '../use-opened.ts';
import { useSearchInput } from './use-search-input.ts';
import { UserList } from './user-list.tsx';
import { UserPanel } from './user-panel.tsx';

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
