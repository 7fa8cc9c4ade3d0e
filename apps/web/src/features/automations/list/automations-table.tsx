import type { Automation } from '@picksync/contracts';
import { memo, useMemo, useRef } from 'react';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, RowGroup, Table, TableHead } from '../../../ui/table.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useReadOnly } from '../use-read-only.ts';
import { AutomationNotes, type Edit } from './automation-notes.tsx';
import { AutomationRow } from './automation-row.tsx';
import { useDrawnCount } from './use-drawn-count.ts';

const columns = [
  { title: 'Name', width: '' },
  { title: 'Source', width: 'w-[17%]' },
  { title: 'Destination', width: 'w-[17%]' },
  { title: 'Last Update', width: 'w-[124px]' },
  { title: 'Status', width: 'w-[156px]' },
  { title: 'Actions', width: 'w-[148px] text-right! pointer-coarse:w-[176px]' },
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

type Actions = {
  onEdit: Edit;
  onReview: (automation: Automation) => void;
  onDelete: (automation: Automation) => void;
  onOpen: (automation: Automation) => void;
};

/** The same actions for as long as the list is there, so that no row is drawn again for their sake. */
function useSameActions(actions: Actions): Actions {
  const latest = useRef(actions);
  latest.current = actions;
  return useMemo(
    () => ({
      onEdit: (automation, field) => latest.current.onEdit(automation, field),
      onReview: (automation) => latest.current.onReview(automation),
      onDelete: (automation) => latest.current.onDelete(automation),
      onOpen: (automation) => latest.current.onOpen(automation),
    }),
    [],
  );
}

type EntryProps = { automation: Automation; now: Date; isReadOnly: boolean; actions: Actions };

/** An automation and what there is to say about it. Drawn again only when something of it has changed. */
const Entry = memo(function Entry({ automation, now, isReadOnly, actions }: EntryProps) {
  return (
    <RowGroup>
      <AutomationRow
        automation={automation}
        now={now}
        isReadOnly={isReadOnly}
        onOpen={() => actions.onOpen(automation)}
        onEdit={() => actions.onEdit(automation, 'name')}
        onDelete={() => actions.onDelete(automation)}
      />
      <AutomationNotes
        automation={automation}
        columns={columns.length}
        onEdit={actions.onEdit}
        onReview={() => actions.onReview(automation)}
      />
    </RowGroup>
  );
});

type AutomationsTableProps = Actions & { automations: readonly Automation[] };

export function AutomationsTable({ automations, ...props }: AutomationsTableProps) {
  const now = useNow();
  const isReadOnly = useReadOnly();
  const actions = useSameActions(props);
  const drawn = useDrawnCount(automations.length);
  return (
    <Table aria-label="Configurations">
      <Head />
      {automations.slice(0, drawn).map((automation) => (
        <Entry
          key={automation.id}
          automation={automation}
          now={now}
          isReadOnly={isReadOnly}
          actions={actions}
        />
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
