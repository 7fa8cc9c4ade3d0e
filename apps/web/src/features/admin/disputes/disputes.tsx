import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { type AdminDispute, disputesQuery } from '../../../api/admin.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay, formatMoment } from '../../../ui/dates.ts';
import { AdminSection } from '../admin-section.tsx';
import { AdminTable, type Column, NameCell } from '../admin-table.tsx';
import { payeeNames } from '../payee-names.ts';
import { ProviderPageLink } from '../payments/provider-page-link.tsx';

/** What payers and their banks dispute, the soonest deadline first. It is answered at the provider. */
export function Disputes() {
  return (
    <AdminSection
      title="Disputes"
      subtitle="Payments that a payer or their bank disputes. They are answered at the provider; a plan goes on until its money is taken back."
    >
      <DisputeList />
    </AdminSection>
  );
}

function DisputeList() {
  const list = useSuspenseInfiniteQuery(disputesQuery);
  return (
    <AdminTable
      label="Disputes"
      columns={columns}
      rows={list.data.pages.flatMap(({ reply }) => reply)}
      getKey={({ id }) => id}
      pages={list}
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
  { head: 'State', className: 'w-[220px]', cell: (dispute) => <StateCell dispute={dispute} /> },
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

const endings: Record<NonNullable<AdminDispute['outcome']>, { tone: Tone; text: string }> = {
  won: { tone: 'good', text: 'Won' },
  lost: { tone: 'bad', text: 'Lost' },
  ended: { tone: 'neutral', text: 'Closed' },
};

function StateCell({ dispute }: { dispute: AdminDispute }) {
  const { tone, text, detail } = getState(dispute);
  return (
    <div className="grid justify-items-start gap-0.5">
      <Badge tone={tone}>{text}</Badge>
      {detail && <span className="text-xs text-ink-2">{detail}</span>}
    </div>
  );
}

function getState({ status, outcome, respondBy, closedAt, provider }: AdminDispute): {
  tone: Tone;
  text: string;
  detail: string | null;
} {
  if (status === 'closed') {
    const detail = closedAt && formatDay(closedAt);
    return outcome === null ? { tone: 'neutral', text: 'Closed', detail } : { ...endings[outcome], detail };
  }
  if (status === 'under_review')
    return { tone: 'neutral', text: 'Under review', detail: 'Waits for somebody else' };
  return respondBy
    ? { tone: 'bad', text: `Answer by ${formatMoment(respondBy)}`, detail: 'Or the money goes back' }
    : { tone: 'warn', text: 'Open', detail: `${payeeNames[provider]} has sent no date` };
}
