import { type AuditScope, adminOperationsEndpoints, auditScopes, securityActions } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { type AuditEvent, auditQuery } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { AddressCell, NameCell } from '../admin-cells.tsx';
import { Filter } from '../admin-section.tsx';
import { AdminListPage, type Column } from '../admin-table.tsx';

/** What administrators did, and on demand what happened to the security of every account. */
export function Audit() {
  const [by, setBy] = useState<AuditScope>('admins');
  // The old list stays until the new one is loaded.
  const shown = useDeferredValue(by);
  return (
    <AdminListPage
      title="Audit log"
      subtitle="Who did what to whom, and why. Nothing in it can be changed."
      actions={
        <>
          <Download by={by} />
          <Filter
            label="Whose actions"
            className="sm:w-[190px]"
            value={by}
            onChange={setBy}
            options={[
              ['admins', auditScopes.admins],
              ['everybody', auditScopes.everybody],
            ]}
          />
        </>
      }
      columns={columns}
      query={auditQuery({ by: shown })}
      empty={{ icon: ScrollText, title: 'No administrator has done anything yet' }}
    />
  );
}

/** Downloads what the list shows, all of it, as a file for a spreadsheet. */
function Download({ by }: { by: AuditScope }) {
  const queryClient = useQueryClient();
  const download = useAction({
    send: () => call(adminOperationsEndpoints.exportAudit, { body: { by } }),
    onDone: ({ path }) => window.location.assign(path),
    failure: { title: 'Not downloaded' },
    refresh: () => queryClient.invalidateQueries({ queryKey: [adminOperationsEndpoints.audit.path] }),
  });
  return (
    <Button pending={download.isPending} onClick={() => download.run()}>
      Download CSV
    </Button>
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
    cell: ({ email }) => <AddressCell>{email ?? 'Nobody in particular'}</AddressCell>,
  },
  { head: 'By', className: 'w-[230px]', cell: ({ by }) => <AddressCell>{by ?? 'Themselves'}</AddressCell> },
  { head: 'Reason', className: 'w-[260px]', cell: ({ reason }) => reason },
  { head: 'When', className: 'w-[120px]', cell: ({ at }) => formatMoment(at) },
];
