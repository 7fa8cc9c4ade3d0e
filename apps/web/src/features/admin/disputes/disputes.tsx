import type { Tone } from '@picksync/ui/badge.tsx';
import { Scale } from 'lucide-react';
import { type AdminDispute, disputesQuery } from '../../../api/admin.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay, formatMoment } from '../../../ui/dates.ts';
import { NameCell, ProviderPageLink, StateCell } from '../admin-cells.tsx';
import { AdminListPage, type Column } from '../admin-table.tsx';
import { payeeNames } from '../admin-texts.ts';

/** What payers and their banks dispute, the soonest deadline first. It is answered at the provider. */
export function Disputes() {
  return (
    <AdminListPage
      title="Disputes"
      subtitle="Payments that a payer or their bank disputes. They are answered at the provider; a plan goes on until its money is taken back."
      columns={columns}
      query={disputesQuery}
      empty={{ icon: Scale, title: 'No payment was disputed' }}
    />
  );
}

const columns: Column<AdminDispute>[] = [
  {
    head: 'Dispute',
    className: 'w-[230px]',
    cell: ({ amount, currency, provider, disputeId }) => (
      <NameCell
        name={amount === null ? currency : formatAmount(amount, currency)}
        detail={`${payeeNames[provider]}, ${disputeId}`}
      />
    ),
  },
  {
    head: 'From',
    className: 'w-[230px]',
    cell: (dispute) => <NameCell name={getPayer(dispute)} detail={dispute.planName} />,
  },
  { head: 'Reason', cell: ({ reason }) => <span className="text-pretty">{reason}</span> },
  {
    head: 'Opened',
    className: 'w-[120px]',
    cell: ({ openedAt }) => <span data-minor="">{formatDay(openedAt)}</span>,
  },
  { head: 'State', className: 'w-[220px]', cell: (dispute) => <StateCell {...getState(dispute)} /> },
  {
    head: 'Action',
    isHeadHidden: true,
    className: 'w-[175px]',
    cell: ({ provider, providerPage, disputeId }) => (
      <div className="flex justify-end">
        <ProviderPageLink provider={provider} page={providerPage} about={disputeId} />
      </div>
    ),
  },
];

function getPayer({ isOurs, email }: AdminDispute): string {
  return isOurs ? (email ?? 'A deleted account') : 'Not known here';
}

const endings: Record<NonNullable<AdminDispute['outcome']>, { tone: Tone; words: string }> = {
  won: { tone: 'good', words: 'Won' },
  lost: { tone: 'bad', words: 'Lost' },
  ended: { tone: 'neutral', words: 'Closed' },
};

type State = { tone: Tone; words: string; detail: string | null };

function getState({ status, outcome, respondBy, closedAt, provider }: AdminDispute): State {
  if (status === 'closed') {
    const detail = closedAt && formatDay(closedAt);
    return { ...endings[outcome ?? 'ended'], detail };
  }
  if (status === 'under_review')
    return { tone: 'neutral', words: 'Under review', detail: 'Waits for somebody else' };
  return respondBy
    ? { tone: 'bad', words: `Answer by ${formatMoment(respondBy)}`, detail: 'Or the money goes back' }
    : { tone: 'warn', words: 'Open', detail: `${payeeNames[provider]} has sent no date` };
}
