import { isolated, type PassTarget, type RunOutcome } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Name } from '@picksync/ui/name.tsx';
import { Check, type LucideIcon, Minus, TriangleAlert, X } from 'lucide-react';
import { ChangeChips } from '../../../ui/change-chips.tsx';
import { useOpenDialog } from '../list/use-open-dialog.ts';
import { outcomeWords } from '../page/run-words.ts';
import { describeCost, describeResult } from './pass-words.ts';

const looks: Record<RunOutcome, { icon: LucideIcon; className: string }> = {
  changed: { icon: Check, className: 'text-good' },
  unchanged: { icon: Minus, className: 'text-ink-3' },
  waiting_review: { icon: TriangleAlert, className: 'text-warn' },
  failed: { icon: X, className: 'text-bad' },
};

type PassTargetsProps = { targets: readonly PassTarget[] };

/** A row for each dropdown of a pass. */
export function PassTargets({ targets }: PassTargetsProps) {
  return (
    <ul>
      {targets.map((target) => (
        <TargetLine key={target.automationId} target={target} />
      ))}
    </ul>
  );
}

function TargetLine({ target }: { target: PassTarget }) {
  const { icon: Icon, className } = looks[target.outcome];
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-x-3.5 gap-y-1 border-t border-line px-5 py-2.5 text-sm sm:grid-cols-[16px_minmax(0,1fr)_auto_116px] md:px-6">
      <Icon aria-hidden="true" strokeWidth={2} className={cx('mt-0.5 size-4', className)} />
      <div className="min-w-0">
        <p className="[overflow-wrap:anywhere]">
          <span className="sr-only">{outcomeWords[target.outcome]}: </span>
          <Name>{target.sheetName}</Name> · <Name>{target.targetColumnName}</Name>
        </p>
        <p className="text-xs text-pretty text-ink-2">{describeResult(target)}</p>
      </div>
      <div className="max-sm:col-start-2 max-sm:empty:hidden sm:justify-self-end">
        <NextStep target={target} />
      </div>
      <p className="tabular text-xs whitespace-nowrap text-ink-3 max-sm:col-start-2 sm:text-right">
        {describeCost(target)}
      </p>
    </li>
  );
}

function NextStep({ target }: { target: PassTarget }) {
  const { outcome, added, removed, isLatest, name } = target;
  const { openPage, review } = useOpenDialog();
  if (outcome === 'changed') return <ChangeChips added={added} removed={removed} />;
  if (!isLatest || outcome === 'unchanged') return null;
  const label = outcome === 'waiting_review' ? 'Review' : 'What to do';
  return (
    <Button
      size="sm"
      aria-label={`${label}: ${isolated(name)}`}
      onClick={() => (outcome === 'waiting_review' ? review : openPage)({ id: target.automationId })}
    >
      {label}
    </Button>
  );
}
