import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { Cell, HeadCell, Row, RowGroup, Table, TableHead } from '@picksync/ui/table.tsx';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ShowMore } from '../../../api/show-more.tsx';
import {
  type CurrentSubscription,
  type ReceiptSummary,
  receiptsQuery,
} from '../../../api/subscription.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay } from '../../../ui/dates.ts';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { LastPayment } from '../last-payment.tsx';

/** What a receipt is for: the plan, and the days that were paid. */
function describePurpose({ kind, planName, periodStart, periodEnd }: ReceiptSummary): string {
  if (kind === 'refund') return `Refund, ${planName}`;
  if (!periodStart || !periodEnd) return planName;
  return `${planName}, ${formatDay(periodStart)} to ${formatDay(periodEnd)}`;
}

/** Where there is no room for columns, the purpose stands over the day, and both ends at the right. */
const beside = '@max-wide:col-start-1';
const atTheRight = '@max-wide:col-start-2 @max-wide:text-end';

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
        <Cell className={`${atTheRight} text-end whitespace-nowrap @max-wide:row-start-1`}>
          {formatAmount(total, currency)}
        </Cell>
        <Cell className={`${atTheRight} text-end @max-wide:row-start-2 @max-wide:text-xs`}>
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

/** What was paid and refunded: `children` are its rows. */
function ReceiptTable({ children }: { children: ReactNode }) {
  return (
    <Table aria-label="Receipts">
      <TableHead>
        <HeadCell className="w-[116px]">Date</HeadCell>
        <HeadCell>For</HeadCell>
        <HeadCell className="w-[92px]">Paid with</HeadCell>
        <HeadCell className="w-[92px] text-end!">Amount</HeadCell>
        <HeadCell className="w-[128px] text-end!">Receipt</HeadCell>
      </TableHead>
      {children}
    </Table>
  );
}

type LastPaid = CurrentSubscription['lastPayment'];

function Receipts({ lastPayment }: { lastPayment: LastPaid }) {
  const list = useSuspenseInfiniteQuery(receiptsQuery);
  const receipts = list.data.pages.flatMap(({ reply }) => reply);
  if (receipts.length === 0) return <Frame note={lastPayment ? <Last payment={lastPayment} /> : noneYet} />;
  return (
    <Frame note={lastPayment && <Last payment={lastPayment} />}>
      <ReceiptTable>
        {receipts.map((receipt) => (
          <ReceiptRow key={receipt.number} receipt={receipt} />
        ))}
      </ReceiptTable>
      <ShowMore list={list} pendingLabel="Loading..." className="flex justify-center border-t py-3" />
    </Frame>
  );
}

const noneYet = 'None yet. Each payment gets one.';

function Last({ payment }: { payment: NonNullable<LastPaid> }) {
  return (
    <dl className="flex flex-wrap gap-x-1.5">
      <dt>Last payment</dt>
      <dd>
        <LastPayment payment={payment} />
      </dd>
    </dl>
  );
}

/** The panel; without receipts it is its head alone. */
function Frame({ note, children }: { note?: ReactNode; children?: ReactNode }) {
  return (
    <section aria-label="Receipts" className="overflow-hidden rounded-lg border border-line bg-surface">
      <header className="flex min-h-[58px] flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 md:px-5">
        <h2 className="text-lg font-bold tracking-[-0.008em]">Receipts</h2>
        {note && <div className="text-xs text-ink-2">{note}</div>}
      </header>
      {children && <div className="border-t border-line">{children}</div>}
    </section>
  );
}

/**
 * The panel while it is loading, never taller than what comes: where the page is scrolled to its end, a panel that shrinks
 * would move the buttons above it while somebody presses one.
 */
function ReceiptsSkeleton({ lastPayment }: { lastPayment: LastPaid }) {
  const line = <Skeleton className="my-1 h-3 w-16 max-w-full" />;
  return (
    <Loading label="Loading your receipts">
      <div inert>
        {lastPayment ? (
          <Frame note={<Last payment={lastPayment} />}>
            <ReceiptTable>
              <RowGroup>
                <Row className="@max-wide:items-center @max-wide:gap-y-0!">
                  <Cell className={`${beside} @max-wide:row-start-2`}>{line}</Cell>
                  <Cell className={`${beside} @max-wide:row-start-1`}>{line}</Cell>
                  <Cell className="@max-wide:hidden">{line}</Cell>
                  <Cell className="@max-wide:hidden">{line}</Cell>
                  <Cell className="@max-wide:hidden">{line}</Cell>
                </Row>
              </RowGroup>
            </ReceiptTable>
          </Frame>
        ) : (
          <Frame note={<Skeleton className="h-3 w-40" />} />
        )}
      </div>
    </Loading>
  );
}

const failure = 'Your receipts could not be loaded. Please try again.';

/** What was paid, newest first. */
export function ReceiptsPanel({ lastPayment }: { lastPayment: LastPaid }) {
  return (
    <PanelBoundary
      skeleton={<ReceiptsSkeleton lastPayment={lastPayment} />}
      failure={(retry) => (
        <Frame>
          <ErrorState message={failure} onRetry={retry} />
        </Frame>
      )}
    >
      <Receipts lastPayment={lastPayment} />
    </PanelBoundary>
  );
}
