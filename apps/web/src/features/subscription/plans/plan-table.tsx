import { Badge } from '@picksync/ui/badge.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Segmented } from '@picksync/ui/segmented.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { useIsPhone } from '@picksync/ui/use-is-phone.ts';
import { Check, Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { CurrentSubscription, Plan } from '../../../api/subscription.queries.ts';
import { formatDayOfYear } from '../../../ui/dates.ts';
import { PlanAction } from './plan-buttons.tsx';
import { comparePlans, firstCompared, type PlanCell, type PlanColumn, type PlanRow } from './plan-columns.ts';
import { planOffer } from './plan-offer.ts';
import type { PlanActions } from './use-plan-actions.ts';

const frame = '@container overflow-hidden rounded-lg border border-line bg-surface';

/** Of a cell in what the user has, and of one that is only shown where there is room for every plan. */
function cellClass({ isOwn, key }: PlanColumn, compared: string | undefined): string {
  return cx(
    'px-2.5 text-start @wide:px-4',
    isOwn && 'bg-accent-soft',
    !isOwn && key !== compared && '@max-wide:hidden',
  );
}

/** Up to how many plans stand beside each other without scrolling. */
const mostInWidth = 5;

type PlanTableProps = { plans: readonly Plan[]; current: CurrentSubscription; actions: PlanActions };

/** What the user has and what the plans have, side by side, each plan with its action. */
export function PlanTable({ plans, current, actions }: PlanTableProps) {
  const { columns, rows } = comparePlans(plans, current);
  const isPhone = useIsPhone();
  const [chosen, choose] = useState<string>();
  const others = columns.filter(({ isOwn }) => !isOwn);
  const compared = others.find(({ key }) => key === chosen)?.key ?? firstCompared(columns);
  const than = columns[0]?.plan === null ? 'your trial has' : 'you have';
  const buy = { current, actions };
  return (
    <section aria-label="Plans" className={frame}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 px-4 pt-3.5 pb-2.5 md:px-5 @wide:hidden">
        <div>
          <Title than={than} />
        </div>
        {others.length > 1 && compared && (
          <Segmented
            label="Compare with"
            options={others.map(({ key, name }) => ({ value: key, label: name }))}
            value={compared}
            onChange={choose}
          />
        )}
      </div>
      {/* More plans than usual are reached by scrolling, and never press the others together. */}
      <div
        className={columns.length > mostInWidth ? 'overflow-x-auto' : undefined}
        tabIndex={columns.length > mostInWidth ? 0 : undefined}
      >
        <table aria-label="Plans" className="w-full table-fixed border-collapse text-sm">
          <colgroup>
            <col className={cx('@max-wide:w-[38%]', columns.length > mostInWidth && '@wide:w-60')} />
            {columns.map((column) => (
              <col
                key={column.key}
                className={cx(
                  '@wide:w-[9.5rem]',
                  !column.isOwn && column.key !== compared && '@max-wide:hidden',
                )}
              />
            ))}
          </colgroup>
          <thead>
            <tr className="align-top">
              <td className="py-4 ps-5">
                <div className="@max-wide:hidden">
                  <Title than={than} />
                </div>
              </td>
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  className={cx(cellClass(column, compared), 'py-4 font-normal')}
                >
                  <ColumnHead column={column} isMarked={isPhone && column.isOwn && column.plan !== null} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TableRow key={row.label} row={row} columns={columns} compared={compared} />
            ))}
          </tbody>
          {!isPhone && (
            <tfoot>
              <tr className="border-t border-line">
                <td />
                {columns.map((column) => (
                  <td key={column.key} className={cx(cellClass(column, compared), 'py-3')}>
                    <Foot column={column} {...buy} />
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {isPhone &&
        others.map(
          (column) =>
            column.key === compared && (
              <div key={column.key} className="grid border-t border-line px-4 py-3">
                <Foot column={column} {...buy} />
              </div>
            ),
        )}
    </section>
  );
}

/** Once in the first cell, and where there is no room for it, above the table; the other one is not shown. */
function Title({ than }: { than: string }) {
  return (
    <>
      <h2 className="text-lg font-bold tracking-[-0.008em] text-balance">
        What you have, what you would get
      </h2>
      <p className="text-xs text-ink-2">A plus is more than {than}.</p>
    </>
  );
}

type ColumnHeadProps = { column: PlanColumn; isMarked: boolean };

/** `isMarked`: it says that it is the current plan, where there is no room for that beneath the column. */
function ColumnHead({ column, isMarked }: ColumnHeadProps) {
  const { name, tierName, price, pricedBy, isPopular, isOwn } = column;
  return (
    <span className="grid justify-items-start">
      <span className="max-w-full text-base font-bold tracking-[-0.008em] break-words">{name}</span>
      {tierName && <span className="text-xs text-ink-2 first-letter:uppercase">{tierName} tier</span>}
      <span className="tabular font-medium">
        {price} <span className="text-xs font-normal text-ink-2 max-sm:block">{pricedBy}</span>
      </span>
      {isMarked && <span className="text-xs font-semi text-accent">Current Plan</span>}
      {isPopular && !isMarked && (
        <span className="pt-1">
          {/* What the user has is tinted as the badge would be. */}
          <Badge tone={isOwn ? 'neutral' : 'accent'}>Popular</Badge>
        </span>
      )}
    </span>
  );
}

type TableRowProps = { row: PlanRow; columns: readonly PlanColumn[]; compared: string | undefined };

function TableRow({ row: { label, detail, cells }, columns, compared }: TableRowProps) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pe-2 ps-4 text-start font-normal break-words md:ps-5">
        {label}
        {detail && <span className="ps-1.5 text-xs text-ink-2 @max-wide:hidden">{detail}</span>}
      </th>
      {columns.map((column, place) => (
        <td key={column.key} className={cx(cellClass(column, compared), 'tabular py-2')}>
          <CellValue {...(cells[place] ?? { value: false, isMore: false })} />
        </td>
      ))}
    </tr>
  );
}

/** A sign for what is included or not, a text for how much; a plus before what is more than now. */
function CellValue({ value, isMore }: PlanCell) {
  if (isMore)
    return (
      <span className="flex items-center gap-1.5 font-semi">
        <Plus aria-hidden="true" className="size-3.5 shrink-0 text-accent" />
        <span className="sr-only">More: </span>
        {value === true ? 'Yes' : value}
      </span>
    );
  if (typeof value === 'string') return value;
  const Sign = value ? Check : Minus;
  return (
    <>
      <Sign aria-hidden="true" className={cx('size-4', value ? 'text-accent' : 'text-ink-3')} />
      <span className="sr-only">{value ? 'Yes' : 'No'}</span>
    </>
  );
}

type FootProps = { column: PlanColumn; current: CurrentSubscription; actions: PlanActions };

function Foot({ column: { plan }, current, actions }: FootProps) {
  if (plan) return <PlanAction plan={plan} offer={planOffer(plan, current)} actions={actions} />;
  const { endsAt } = current.trial;
  return <p className="text-xs text-ink-2">{endsAt ? `Until ${formatDayOfYear(endsAt)}` : 'Now'}</p>;
}

const shapes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The same table while it is loading. */
export function PlanTableSkeleton() {
  return (
    <div className={frame}>
      <div className="flex min-h-24 items-start justify-between gap-6 p-4 md:px-5">
        <Skeleton className="h-5 w-64 max-w-full" />
        <Skeleton className="h-10 w-48 @max-wide:hidden" />
      </div>
      {shapes.map((shape) => (
        <div
          key={shape}
          className="flex h-9.5 items-center justify-between border-t border-line px-4 md:px-5"
        >
          <Skeleton className="h-3.5 w-36" />
          <Skeleton className="h-3.5 w-48 @max-wide:w-24" />
        </div>
      ))}
      <div className="h-14 border-t border-line" />
    </div>
  );
}
