import { Button } from '@picksync/ui/button.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { Fragment } from 'react';
import { call } from '../call.ts';
import type { CallReport, Tally } from '../contract.ts';
import { formatNumber, formatTime, pluralize } from '../format.ts';
import { PageBody, PageHead } from '../page-frame.tsx';
import { callsQuery } from '../queries.ts';
import { attempt } from '../toasts.tsx';

/** How often the product called, by account and operation. */
export function CallsPage() {
  const { data: report, refetch } = useSuspenseQuery(callsQuery);
  const clear = async () => {
    await attempt(() => call('DELETE', '/api/calls'));
    await refetch();
  };
  return (
    <>
      <PageHead
        title="Calls"
        facts={`To the Smartsheet API since ${formatTime(report.since)}`}
        actions={<Button onClick={() => void clear()}>Reset counts</Button>}
      />
      <PageBody>
        <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
          <Figure name="Calls" value={report.calls} />
          <Figure name="Writes" value={report.writes} />
          <Figure name="Most calls of one account at once" value={report.largestOverlap} />
          <Figure name="Most writes to one sheet at once" value={report.largestWriteOverlap} />
        </dl>
        {report.calls === 0 ? (
          <EmptyState
            icon={ChartNoAxesColumn}
            title="No calls yet"
            text="Connect the product to this Smartsheet, and its calls are counted here."
          />
        ) : (
          <>
            <CallTable {...report} />
            <p className="text-xs text-ink-2">
              Integration source:{' '}
              {Object.entries(report.sources).map(([source, count]) => (
                <Fragment key={source}>
                  <code>{source}</code> {pluralize(count, 'call')}{' '}
                </Fragment>
              ))}
            </p>
          </>
        )}
      </PageBody>
    </>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col-reverse justify-end rounded-lg border border-line bg-surface px-4 py-3">
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="tabular text-xl font-bold">{formatNumber(value)}</dd>
    </div>
  );
}

function CallTable({ accounts }: CallReport) {
  const busiest = Math.max(
    1,
    ...Object.values(accounts).flatMap(({ operations }) => Object.values(operations)),
  );
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table aria-label="Calls by account and operation" className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line bg-sunken text-left text-xs text-ink-2 [&>th]:px-3 [&>th]:py-2">
            <th scope="col">Account</th>
            <th scope="col">Operation</th>
            <th scope="col" className="text-right">
              Calls
            </th>
            <th scope="col" className="w-1/4 max-md:hidden">
              <span className="sr-only">Share of the busiest operation</span>
            </th>
          </tr>
        </thead>
        {Object.entries(accounts).map(([account, tally]) => (
          <tbody key={account} className="border-b border-line last:border-b-0">
            <AccountRows account={account} tally={tally} busiest={busiest} />
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** The operations of one account, most called first, each with a bar relative to the busiest. */
function AccountRows({ account, tally, busiest }: { account: string; tally: Tally; busiest: number }) {
  const operations = Object.entries(tally.operations).sort(([, a], [, b]) => b - a);
  return operations.map(([operation, count], n) => (
    <tr key={operation} className="[&>*]:px-3 [&>*]:py-1.5">
      {n === 0 && (
        <th scope="rowgroup" rowSpan={operations.length} className="text-left align-top font-semi">
          <span className="[overflow-wrap:anywhere]">{account}</span>
          <span className="block text-xs font-normal text-ink-2">{pluralize(tally.calls, 'call')}</span>
        </th>
      )}
      <td>
        <code>{operation}</code>
      </td>
      <td className="tabular text-right">{formatNumber(count)}</td>
      <td className="max-md:hidden">
        <i
          className="block h-1.5 rounded-full bg-accent forced-colors:bg-[CanvasText]"
          style={{ width: `${(100 * count) / busiest}%` }}
        />
      </td>
    </tr>
  ));
}
