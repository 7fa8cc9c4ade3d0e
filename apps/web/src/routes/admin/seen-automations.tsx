import { useNow } from '@picksync/ui/use-now.ts';
import { Table2 } from 'lucide-react';
import { type SeenAutomation, seenAutomationsQuery } from '../../api/admin.queries.ts';
import { NameCell, StateCell } from '../../features/admin/admin-cells.tsx';
import { AdminPanel } from '../../features/admin/admin-section.tsx';
import { AdminList, type Column } from '../../features/admin/admin-table.tsx';
import { SupportActs } from '../../features/admin/support/support-acts.tsx';
import { describeUpdateMethod, toStatus } from '../../features/automations/automation-status.tsx';
import { formatAgo } from '../../ui/dates.ts';

/** The automations of the user whose account is looked at, and what support can do about each. */
export function SeenAutomations({ id, isStopped }: { id: string; isStopped: boolean }) {
  const now = useNow();
  const columns: Column<SeenAutomation>[] = [
    {
      head: 'Name',
      cell: (automation) => <NameCell name={automation.name} detail={describePlaces(automation)} />,
    },
    {
      head: 'Status',
      className: 'w-[250px]',
      cell: (automation) => {
        const { tone, word } = toStatus(automation);
        return <StateCell tone={tone} words={word} detail={describeWhy(automation, isStopped)} />;
      },
    },
    { head: 'Last Update', className: 'w-[110px]', cell: ({ lastUpdated }) => formatAgo(lastUpdated, now) },
    {
      head: 'What support can do',
      isHeadHidden: true,
      className: 'w-[132px]',
      cell: (automation) => <SupportActs automation={automation} />,
    },
  ];
  return (
    <AdminPanel>
      <AdminList
        label="Automations"
        columns={columns}
        query={seenAutomationsQuery(id)}
        empty={{ icon: Table2, title: 'They have no automation' }}
      />
    </AdminPanel>
  );
}

function describePlaces({
  sourceSheetName,
  sourceColumnName,
  sheetName,
  targetColumnName,
  lastRun,
}: SeenAutomation) {
  const places = `${sourceSheetName ?? 'Unknown sheet'} · ${sourceColumnName} → ${sheetName} · ${targetColumnName}`;
  return lastRun?.optionCount == null ? places : `${places}. ${lastRun.optionCount} options, not shown`;
}

function describeWhy(automation: SeenAutomation, isStopped: boolean): string {
  if (automation.lastError) return automation.lastError;
  const { word, explanation } = describeUpdateMethod(automation, isStopped);
  return `${word}: ${explanation}`;
}
