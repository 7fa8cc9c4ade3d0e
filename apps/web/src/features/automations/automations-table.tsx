import type { Automation } from '@picksync/contracts';
import { HeadCell, RowGroup, Table, TableHead } from '../../ui/table.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AutomationNotes } from './automation-notes.tsx';
import { AutomationRow } from './automation-row.tsx';
import type { Edit } from './use-editing.ts';

const columns = [
  { title: 'Name', width: '' },
  { title: 'Source', width: 'w-[17%]' },
  { title: 'Destination', width: 'w-[17%]' },
  { title: 'Last Update', width: 'w-[124px]' },
  { title: 'Status', width: 'w-[156px]' },
  { title: 'Actions', width: 'w-[130px] text-right!' },
];

export const AutomationsHead = () => (
  <TableHead>
    {columns.map(({ title, width }) => (
      <HeadCell key={title} className={width}>
        {title}
      </HeadCell>
    ))}
  </TableHead>
);

type AutomationsTableProps = {
  automations: readonly Automation[];
  onEdit: Edit;
  onReview: (automation: Automation) => void;
};

export const AutomationsTable = ({ automations, onEdit, onReview }: AutomationsTableProps) => {
  const now = useNow();
  return (
    <Table aria-label="Configurations">
      <AutomationsHead />
      {automations.map((automation) => (
        <RowGroup key={automation.id}>
          <AutomationRow automation={automation} now={now} onEdit={() => onEdit(automation, 'name')} />
          <AutomationNotes
            automation={automation}
            columns={columns.length}
            onEdit={onEdit}
            onReview={() => onReview(automation)}
          />
        </RowGroup>
      ))}
    </Table>
  );
};
