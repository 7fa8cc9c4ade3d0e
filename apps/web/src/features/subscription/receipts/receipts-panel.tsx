import { Panel } from '@picksync/ui/card.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import { Cell, HeadCell, Row, RowGroup, Table, TableHead } from '@picksync/ui/table.tsx';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { ShowMore } from '../../../api/show-more.tsx';
import { type ReceiptSummary, receiptsQuery } from '../../../api/subscription.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay, formatDayOfYear } from '../../../ui/dates.ts';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';

/** What a receipt is for: the plan, and the days that were paid. */
function describePurpose({ kind, planName, periodStart, periodEnd }: ReceiptSummary): string {
  if (kind === 'refund') return `Refund, ${planName}`;
  if (!periodStart || !periodEnd) return planName;
  return `${planName}, ${formatDayOfYear(periodStart)} to ${formatDayOfYear(periodEnd)}`;
}

/** Where there is no room for columns, the purpose stands over the day, and both ends at the right. */
const beside = '@max-wide:col-start-1';
const atTheRight = '@max-wide:col-start-2 @max-wide:text-right';

function ReceiptRow({ receipt }: { receipt: ReceiptSummary }) {
  const { number, issuedAt, paidWith, total, currency } = receipt;
  return (
    <RowGroup>
      <Row className="tabular @max-wide:items-center @max-wide:gap-y-0!">
        <Cell className={`${beside} @max-wide:row-start-2 @max-wide:text-xs @max-wide:text-ink-2`}>
          {formatDay(issuedAt)}
        </Cell>
        <Cell className={`${beside} @max-wide:row-start-1 @max-wide:font-medium`}>
          {describePurpose(receipt)}
        </Cell>
        <Cell className="@max-wide:hidden">{paidWith}</Cell>
        <Cell className={`${atTheRight} text-right whitespace-nowrap @max-wide:row-start-1`}>
          {formatAmount(total, currency)}
        </Cell>
        <Cell className={`${atTheRight} text-right @max-wide:row-start-2 @max-wide:text-xs`}>
          <Link
            to="/subscription/receipts/$number"
            params={{ number }}
            className="font-semi whitespace-nowrap text-accent underline-offset-2 hover:underline"
          >
            {number}
          </Link>
        </Cell>
      </Row>
    </RowGroup>
  );
}

/** What was paid and refunded, a row for each receipt. */
function ReceiptTable({ receipts }: { receipts: readonly ReceiptSummary[] }) {
  return (
    <Table aria-label="Receipts">
      <TableHead>
        <HeadCell className="w-[116px]">Date</HeadCell>
        <HeadCell>For</HeadCell>
        <HeadCell className="w-[92px]">Paid with</HeadCell>
        <HeadCell className="w-[92px] text-right!">Amount</HeadCell>
        <HeadCell className="w-[128px] text-right!">Receipt</HeadCell>
      </TableHead>
      {receipts.map((receipt) => (
        <ReceiptRow key={receipt.number} receipt={receipt} />
      ))}
    </Table>
  );
}

function Receipts() {
  const list = useSuspenseInfiniteQuery(receiptsQuery);
  const receipts = list.data.pages.flatMap(({ reply }) => reply);
  if (receipts.length === 0)
    return (
      <EmptyState
        icon={ReceiptText}
        title="No receipts yet"
        text="Each payment gets one, to look at and to print."
      />
    );
  return (
    <>
      <ReceiptTable receipts={receipts} />
      <ShowMore list={list} pendingLabel="Loading..." className="flex justify-center border-t py-3" />
    </>
  );
}

/** What was paid, newest first. */
export function ReceiptsPanel() {
  return (
    <Panel title="Receipts">
      <PanelBoundary
        skeleton={<SettingsSkeleton rows={2} />}
        failure="Your receipts could not be loaded. Please try again."
      >
        <Receipts />
      </PanelBoundary>
    </Panel>
  );
}
