import type { Automation } from '@picksync/contracts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { HeadCell, Table, TableBody, TableHead } from '../../ui/table.tsx';
import { AutomationRow } from './automation-row.tsx';

const heads = ['Name', 'Source', 'Destination', 'Last Update', 'Status'];

export const AutomationsTable = ({ automations }: { automations: readonly Automation[] }) => {
  const now = new Date();
  return (
    <Table aria-label="Configurations">
      <TableHead>
        {heads.map((head) => (
          <HeadCell key={head}>{head}</HeadCell>
        ))}
        <HeadCell className="text-right!">Actions</HeadCell>
      </TableHead>
      <TableBody>
        {automations.map((automation) => (
          <AutomationRow key={automation.id} automation={automation} now={now} />
        ))}
      </TableBody>
    </Table>
  );
};

/** As high as two rows of the real table. */
export const AutomationsShape = () => (
  <Loading label="Loading configurations" className="grid border-t border-line">
    {['first', 'second'].map((row) => (
      <div key={row} className="flex h-[68px] items-center gap-6 border-b border-line px-5 last:border-b-0">
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-4 w-44 max-w-full" />
          <Skeleton className="h-3 w-24" />
        </div>
        <Skeleton className="h-4 w-32 max-md:hidden" />
        <Skeleton className="h-4 w-32 max-md:hidden" />
        <Skeleton className="h-5 w-16 rounded-full" />
      </div>
    ))}
  </Loading>
);
