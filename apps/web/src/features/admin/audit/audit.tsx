import { securityActions } from '@picksync/contracts';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { type AuditEvent, auditQuery } from '../../../api/admin.queries.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { AdminSection } from '../admin-section.tsx';
import { AdminTable, type Column, NameCell } from '../admin-table.tsx';

type Whose = 'admins' | 'everybody';

/** What administrators did, and on demand what happened to the security of every account. */
export function Audit() {
  const [by, setBy] = useState<Whose>('admins');
  return (
    <AdminSection
      title="Audit log"
      subtitle="Who did what to whom, and why. Nothing in it can be changed."
      actions={
        <SelectInput
          aria-label="Whose actions"
          value={by}
          onChange={({ target }) => setBy(target.value === 'everybody' ? 'everybody' : 'admins')}
        >
          <option value="admins">By administrators</option>
          <option value="everybody">By everybody</option>
        </SelectInput>
      }
    >
      <AuditList by={by} />
    </AdminSection>
  );
}

const words: Record<string, string> = securityActions;

const columns: Column<AuditEvent>[] = [
  {
    head: 'What',
    cell: ({ action, name }) => <NameCell name={words[action] ?? action} detail={name} />,
  },
  {
    head: 'To whom',
    className: 'w-[230px]',
    cell: ({ email }) => <span className="[overflow-wrap:anywhere]">{email ?? 'Nobody in particular'}</span>,
  },
  {
    head: 'By',
    className: 'w-[230px]',
    cell: ({ by }) => <span className="[overflow-wrap:anywhere]">{by ?? 'Themselves'}</span>,
  },
  { head: 'Reason', className: 'w-[260px]', cell: ({ reason }) => reason },
  { head: 'When', className: 'w-[120px]', cell: ({ at }) => formatMoment(at) },
];

function AuditList({ by }: { by: Whose }) {
  // The old list stays until the new one is loaded.
  const list = useSuspenseInfiniteQuery(auditQuery({ by: useDeferredValue(by) }));
  return (
    <AdminTable
      label="Audit log"
      columns={columns}
      rows={list.data.pages.flatMap(({ reply }) => reply)}
      getKey={({ id }) => id}
      pages={list}
      empty={{ icon: ScrollText, title: 'No administrator has done anything yet' }}
    />
  );
}
