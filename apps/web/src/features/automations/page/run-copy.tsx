import { type Automation, type ListNoun, pluralize, type Run } from '@picksync/contracts';
import { buttonClass } from '@picksync/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { formatRecent } from '../../../ui/dates.ts';
import { SheetLink } from '../sheet-link.tsx';

/** Returns what is known of the list before a run, in words; null where there is nothing to say. `noun`: what the list holds. */
function copyWords({ outcome, removed, copy }: Run, noun: ListNoun): string | null {
  if (!copy) {
    if (outcome !== 'changed') return null;
    return removed === 0 ? 'Nothing was removed' : 'No copy was kept';
  }
  switch (copy.state) {
    case 'kept':
      return pluralize(copy.optionCount, noun);
    case 'gone':
      return 'Copy deleted in Smartsheet';
    case 'changed':
      return 'Copy changed in Smartsheet';
    case 'expired':
      return 'Newer copies took its place';
    case 'elsewhere':
      return 'Copy of another destination';
  }
}

/** The list before a run: how long its copy is, or why there is none. */
export function RunCopy({ run, noun }: { run: Run; noun: ListNoun }) {
  const words = copyWords(run, noun);
  if (words === null) return null;
  if (run.copy?.state !== 'kept') return <span className="text-ink-2">{words}</span>;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap" title={run.copy.fileName}>
      <FileText aria-hidden="true" strokeWidth={1.75} className="size-4 text-ink-2" />
      {words}
    </span>
  );
}

type CopyActionProps = {
  automation: Automation;
  run: Run;
  /** Whether this list was put back, and nothing has been written since. */
  isRestored: boolean;
  now: Date;
};

/** What can be done with the copy of a run. */
export function CopyAction({ automation: { id, sheetName, sheetPermalink }, run, ...more }: CopyActionProps) {
  const { copy } = run;
  if (copy?.state === 'changed')
    return <SheetLink permalink={sheetPermalink} sheet={sheetName} label="Open the sheet" />;
  if (copy?.state !== 'kept') return null;
  return (
    <Link
      to="/automations/$id/restore/$copy"
      params={{ id, copy: copy.id }}
      aria-label={`${more.isRestored ? 'Restored' : 'Restore this list'}: before ${formatRecent(run.at, more.now)}`}
      className={
        more.isRestored ? 'rounded-sm text-sm text-ink-2 hover:underline' : buttonClass({ size: 'sm' })
      }
    >
      {more.isRestored ? 'Restored' : 'Restore this list'}
    </Link>
  );
}
