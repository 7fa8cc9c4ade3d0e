import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { CircleCheck } from 'lucide-react';
import { type FailingAutomation, failingQuery } from '../../../api/admin.queries.ts';
import { formatAgo } from '../../../ui/dates.ts';
import { AddressCell, NameCell } from '../admin-cells.tsx';
import { AdminListPage, type Column } from '../admin-table.tsx';
import { durationWords, failureClassWords } from '../admin-texts.ts';

const classTones: Record<FailingAutomation['class'], Tone> = {
  needs_user: 'bad',
  configuration: 'warn',
  retry: 'neutral',
  bug: 'bad',
};

/** Automations whose last run failed, in the words that their owners read. */
export function FailingAutomations() {
  const now = useNow();
  const columns: Column<FailingAutomation>[] = [
    {
      head: 'What the user reads',
      cell: ({ lastError, name }) => <NameCell name={lastError} detail={name} />,
    },
    { head: 'Whose', className: 'w-[240px]', cell: ({ email }) => <AddressCell>{email}</AddressCell> },
    {
      head: 'Kind',
      className: 'w-[180px]',
      cell: ({ class: kind, isReview }) =>
        isReview ? (
          <Badge tone="warn">Waits for a review</Badge>
        ) : (
          <Badge tone={classTones[kind]}>{failureClassWords[kind]}</Badge>
        ),
    },
    {
      head: 'Since',
      className: 'w-[130px]',
      cell: ({ since, isReview }) => (since ? formatAgo(since, now) : isReview ? null : 'Unknown'),
    },
    { head: 'Next', className: 'w-[130px]', cell: (automation) => describeNext(automation, now) },
  ];
  return (
    <AdminListPage
      title="Failing automations"
      subtitle="Those that have failed longest come first, in the words that their owners read."
      columns={columns}
      query={failingQuery}
      empty={{ icon: CircleCheck, title: 'No automation fails' }}
    />
  );
}

function describeNext({ pausesAt, isReview }: FailingAutomation, now: Date): string {
  if (isReview) return 'When answered';
  if (!pausesAt) return 'Tried again';
  const seconds = (new Date(pausesAt).getTime() - now.getTime()) / 1000;
  return seconds > 0 ? `Pauses in ${durationWords(seconds)}` : 'Pauses now';
}
