import type { Automation } from '@picksync/contracts';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, RowGroup, Table, TableHead } from '../../../ui/table.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { AutomationNotes, type Edit } from './automation-notes.tsx';
import { AutomationRow } from './automation-row.tsx';

const columns = [
  { title: 'Name', width: '' },
  { title: 'Source', width: 'w-[17%]' },
  { title: 'Destination', width: 'w-[17%]' },
  { title: 'Last Update', width: 'w-[124px]' },
  { title: 'Status', width: 'w-[156px]' },
  { title: 'Actions', width: 'w-[130px] text-right! pointer-coarse:w-[176px]' },
];

function Head() {
  return (
    <TableHead>
      {columns.map(({ title, width }) => (
        <HeadCell key={title} className={width}>
          {title}
        </HeadCell>
      ))}
    </TableHead>
  );
}

type AutomationsTableProps = {
  automations: readonly Automation[];
  onEdit: Edit;
  onReview: (automation: Automation) => void;
  onDelete: (automation: Automation) => void;
  onOpen: (automation: Automation) => void;
};

export function AutomationsTable({ automations, onEdit, onReview, onDelete, onOpen }: AutomationsTableProps) {
  const now = useNow();
  return (
    <Table aria-label="Configurations">
      <Head />
      {automations.map((automation) => (
        <RowGroup key={automation.id}>
          <AutomationRow
            automation={automation}
            now={now}
            onOpen={() => onOpen(automation)}
            onEdit={() => onEdit(automation, 'name')}
            onDelete={() => onDelete(automation)}
          />
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
}

const places = ['first', 'second', 'third'];

/** The table before its rows are known, as high as three of them. */
export function AutomationsSkeleton() {
  return (
    <Loading label="Loading configurations">
      <Table aria-hidden="true">
        <Head />
        {places.map((place) => (
          <RowGroup key={place}>
            <Row>
              <Cell>
                <div className="grid gap-2">
                  <Skeleton className="h-4 w-40 max-w-full" />
                  <Skeleton className="h-3.5 w-20" />
                </div>
              </Cell>
              <Cell className="@max-wide:col-span-2">
                <TwoLines />
              </Cell>
              <Cell className="@max-wide:hidden">
                <TwoLines />
              </Cell>
              <Cell>
                <TwoLines />
              </Cell>
              <Cell className="@max-wide:col-start-2 @max-wide:row-start-1">
                <Skeleton className="h-[22px] w-16 rounded-full" />
              </Cell>
              <Cell />
            </Row>
          </RowGroup>
        ))}
      </Table>
    </Loading>
  );
}

function TwoLines() {
  return (
    <div className="grid gap-1.5 py-0.5">
      <Skeleton className="h-4 w-28 max-w-full" />
      <Skeleton className="h-3 w-20 max-w-full" />
    </div>
  );
}
