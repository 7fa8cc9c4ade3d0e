import type { Automation } from '@picksync/contracts';
import { ArrowDown, ArrowRight } from 'lucide-react';

type EndProps = { name: string; sheet: string; column: string };

function End({ name, sheet, column }: EndProps) {
  return (
    <div className="min-w-0 text-sm [overflow-wrap:anywhere]">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="font-semi">{sheet}</dd>
      <dd className="text-xs text-ink-2">{column}</dd>
    </div>
  );
}

/** Where the options come from, and where they go. */
export function FromTo({ automation }: { automation: Automation }) {
  const arrow = 'size-4 shrink-0 text-accent';
  return (
    <dl className="flex flex-col gap-2 rounded-md border border-line p-3.5 sm:grid sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] sm:items-center sm:gap-4">
      <End
        name="Source"
        sheet={automation.sourceSheetName ?? 'Unknown sheet'}
        column={automation.sourceColumnName}
      />
      <div aria-hidden="true">
        <ArrowDown className={`${arrow} sm:hidden`} />
        <ArrowRight className={`${arrow} hidden sm:block`} />
      </div>
      <End name="Destination" sheet={automation.sheetName} column={automation.targetColumnName} />
    </dl>
  );
}
