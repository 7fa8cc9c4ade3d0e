import { statusPartTexts } from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Activity, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { type AdminStatus, statusQuery } from '../../../api/admin.queries.ts';
import { formatAgoWithin, formatMoment } from '../../../ui/dates.ts';
import { NameCell, StateCell } from '../admin-cells.tsx';
import { AdminPanel, AdminSection } from '../admin-section.tsx';
import { AdminTable, type Column } from '../admin-table.tsx';
import { IncidentDialog } from './incident-dialog.tsx';
import { Incidents } from './incidents.tsx';

type PartState = AdminStatus['parts'][number];

/** What the status page says: the bars come from the measurement, administrators add words. */
export function Status() {
  const [isOpening, setIsOpening] = useState(false);
  return (
    <>
      <AdminSection
        title="Status"
        subtitle={<LastMeasured />}
        actions={
          <>
            <a
              href="/status"
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex items-center gap-1 text-sm font-semi whitespace-nowrap text-accent hover:underline"
            >
              Status page
              <ExternalLink aria-hidden="true" strokeWidth={2} className="size-3.5 shrink-0" />
              <span className="sr-only">, in a new tab</span>
            </a>
            <Button variant="primary" onClick={() => setIsOpening(true)}>
              New incident
            </Button>
          </>
        }
      >
        <Parts />
      </AdminSection>
      <h2 className="text-lg font-semi">Incidents of the last 90 days</h2>
      <AdminPanel>
        <Incidents />
      </AdminPanel>
      {isOpening && <IncidentDialog onClose={() => setIsOpening(false)} />}
    </>
  );
}

function LastMeasured() {
  const { data } = useQuery(statusQuery);
  const now = useNow();
  if (!data) return ' ';
  if (data.measuredAt === null) return 'Not measured yet. A worker measures every minute.';
  return `Measured ${formatAgoWithin(data.measuredAt, now)}. The status page draws its bars from this; nobody can edit them.`;
}

const looks: Record<PartState['state'], Tone> = { working: 'good', disturbed: 'warn', unknown: 'neutral' };

function toWords({ part, state }: PartState): string {
  if (state === 'disturbed') return statusPartTexts[part].disturbed;
  return state === 'working' ? 'Working' : 'Not measured';
}

const columns: Column<PartState & { id: string }>[] = [
  {
    head: 'Part',
    cell: ({ part }) => <NameCell name={statusPartTexts[part].name} detail={statusPartTexts[part].promise} />,
  },
  {
    head: 'Now',
    className: 'w-[260px]',
    cell: (part) => (
      <StateCell
        tone={looks[part.state]}
        words={toWords(part)}
        detail={`since ${formatMoment(part.since)}`}
      />
    ),
  },
];

function Parts() {
  const { parts } = useSuspenseQuery(statusQuery).data;
  return (
    <AdminTable
      label="Parts"
      columns={columns}
      rows={parts.map((part) => ({ ...part, id: part.part }))}
      empty={{
        icon: Activity,
        title: 'Nothing was measured yet',
        text: 'A worker measures every minute.',
      }}
    />
  );
}
