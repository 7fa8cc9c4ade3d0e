import { Cell, HeadCell, Row, RowGroup, Table, TableHead } from '@picksync/ui/table.tsx';
import { Link } from '@tanstack/react-router';
import type { ReceiptSummary } from '../../../api/subscription.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay, formatDayOfYear } from '../../../ui/dates.ts';

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
export function ReceiptTable({ receipts }: { receipts: readonly ReceiptSummary[] }) {
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
