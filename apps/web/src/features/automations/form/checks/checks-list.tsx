import {
  formatNumber,
  type HealthFinding,
  type HealthFix,
  isToldWhenPassed,
  type Preview,
  pluralize,
} from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { Check, ChevronRight, CircleAlert, Info } from 'lucide-react';
import { useId, useState } from 'react';
import type { ChecksState } from '../use-preview-and-checks.ts';

type ChecksListProps = {
  state: ChecksState;
  preview: Preview | null;
  /** Returns what opens the place where a problem can be fixed; undefined where the form has none. */
  findFix: (fix: HealthFix) => (() => void) | undefined;
};

/** Whether an automation would work: what keeps it from that, and how many checks passed. */
export function ChecksList({ state, preview, findFix }: ChecksListProps) {
  switch (state.kind) {
    case 'none':
      return null;
    case 'checking':
      return (
        <Loading label="Looking into the rights" className={frame}>
          <Skeleton className="my-3.5 h-3 w-44" />
        </Loading>
      );
    case 'failed':
      return (
        <div className={cx(frame, 'flex flex-wrap items-center gap-3 py-2 text-sm text-ink-2')}>
          Rights and limits could not be looked into.
          <Button size="sm" aria-label="Try again: rights and limits" onClick={state.retry}>
            Try again
          </Button>
        </div>
      );
    case 'checked':
      return (
        <Checked
          findings={selectShown(state.report.findings, preview)}
          isRealTime={state.report.findings.some(isRealTime)}
          isReady={preview?.verdict !== 'refused'}
          findFix={findFix}
        />
      );
  }
}

/** On a large screen it stands right below the line of the options, and shares its border. */
const frame = 'border-line border-b max-md:border-t md:-mt-4';

function isRealTime({ check, status }: HealthFinding): boolean {
  return check === 'webhook' && status === 'ok';
}

type CheckedProps = {
  findings: readonly HealthFinding[];
  isRealTime: boolean;
  /** False where the preview says that nothing would be written. */
  isReady: boolean;
  findFix: ChecksListProps['findFix'];
};

/** One line that says whether it is ready. What is not right is always shown, what passed when the line is opened. */
function Checked({ findings, isRealTime, isReady, findFix }: CheckedProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const problems = findings.filter(({ status }) => status === 'problem').length;
  const passed = findings.filter(({ status }) => status === 'ok').length;
  const shown = isOpen ? findings : findings.filter(({ status }) => status !== 'ok');
  const { Icon, colour } = problems > 0 ? looks.problem : looks.ok;
  return (
    <section aria-label="Rights and limits" className={frame}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={shown.length > 0 ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full flex-wrap items-center gap-x-2 gap-y-0.5 rounded-sm py-3 text-start text-sm font-semi"
      >
        <Icon aria-hidden="true" className={`size-4 shrink-0 ${colour}`} />
        {toHeadline({ problems, passed, count: findings.length, isReady })}
        <ChevronRight
          aria-hidden="true"
          className={cx('size-4 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')}
        />
        {isRealTime && (
          <span className="min-w-0 text-xs font-normal text-ink-2 max-sm:w-full max-sm:ps-6 sm:ms-auto">
            Changes arrive within about a minute
          </span>
        )}
      </button>
      {shown.length > 0 && (
        <ul id={id} aria-label="Checks" className="grid gap-2 pb-3.5 text-sm">
          {shown.map((finding) => (
            <Finding key={finding.message} finding={finding} findFix={findFix} />
          ))}
        </ul>
      )}
    </section>
  );
}

type Outcome = { problems: number; passed: number; count: number; isReady: boolean };

function toHeadline({ problems, passed, count, isReady }: Outcome): string {
  if (problems > 0) return `${problems} of ${pluralize(count, 'check')} failed`;
  const words = `${pluralize(passed, 'check')} passed`;
  return isReady ? `Ready. ${words}` : words;
}

const rank = { problem: 0, note: 1, ok: 2 };

/** Returns the findings to show, problems first. The size is that of the list after the sync. */
function selectShown(findings: readonly HealthFinding[], preview: Preview | null): HealthFinding[] {
  const others = findings.filter(
    ({ check, status }) => check !== 'size' && (status !== 'ok' || isToldWhenPassed(check)),
  );
  return [...others, ...listSize(preview)].toSorted((one, other) => rank[one.status] - rank[other.status]);
}

function listSize(preview: Preview | null): HealthFinding[] {
  // A list that does not fit is the heading of the preview already.
  if (!preview || preview.optionCountAfter > preview.optionLimit) return [];
  const { optionCountAfter: after, optionLimit } = preview;
  const message = `${pluralize(after, 'option fits', 'options fit')}, the limit is ${formatNumber(optionLimit)}.`;
  return [{ check: 'size', status: 'ok', message, fix: null }];
}

const looks = {
  ok: { Icon: Check, colour: 'text-good', word: 'Well' },
  note: { Icon: Info, colour: 'text-warn', word: 'Good to know' },
  problem: { Icon: CircleAlert, colour: 'text-bad', word: 'Problem' },
};

type FindingProps = { finding: HealthFinding; findFix: ChecksListProps['findFix'] };

function Finding({ finding: { status, message, fix }, findFix }: FindingProps) {
  const { Icon, colour, word } = looks[status];
  const act = fix ? findFix(fix.kind) : undefined;
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${colour}`} />
      <div className="min-w-0">
        <span className="sr-only">{word}: </span>
        {message}
        {fix && act && (
          <button
            type="button"
            onClick={act}
            className="ms-2 rounded-sm text-sm font-semi text-accent hover:underline"
          >
            {fix.label}
          </button>
        )}
        {fix?.kind === 'view_plans' && (
          <Link to="/subscription" className="ms-2 rounded-sm font-semi text-accent hover:underline">
            {fix.label}
          </Link>
        )}
      </div>
    </li>
  );
}
