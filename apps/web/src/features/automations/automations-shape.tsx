import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Cell, Row, RowGroup, Table } from '../../ui/table.tsx';
import { AutomationsHead } from './automations-table.tsx';

const places = ['first', 'second', 'third'];

const TwoLines = () => (
  <div className="grid gap-1.5 py-0.5">
    <Skeleton className="h-4 w-28 max-w-full" />
    <Skeleton className="h-3 w-20 max-w-full" />
  </div>
);

/** The table before its rows are known, as high as three of them. */
export const AutomationsShape = () => (
  <Loading label="Loading configurations">
    <Table aria-hidden="true">
      <AutomationsHead />
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
