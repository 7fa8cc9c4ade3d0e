import type { HealthCheck, HealthFinding, HealthFix, Preview } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { Check, CircleAlert, Info } from 'lucide-react';
import { pluralize } from '../../../../ui/pluralize.ts';
import type { ChecksState } from '../use-preview-and-checks.ts';

type ChecksListProps = {
  state: ChecksState;
  preview: Preview | null;
  /** Returns what opens the place where a problem can be fixed; undefined where the form has none. */
  findFix: (fix: HealthFix) => (() => void) | undefined;
};

/** The problems that keep an automation from working, and the checks that passed. */
export function ChecksList({ state, preview, findFix }: ChecksListProps) {
  switch (state.kind) {
    case 'none':
      return null;
    case 'checking':
      return (
        <Loading label="Looking into the rights" className="grid gap-3.5 py-1">
          {[60, 48, 54, 42].map((width) => (
            <span key={width} style={{ width: `${width}%` }}>
              <Skeleton className="h-3" />
            </span>
          ))}
        </Loading>
      );
    case 'failed':
      return (
        <div className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
          Rights and limits could not be looked into.
          <Button size="sm" aria-label="Try again: rights and limits" onClick={state.retry}>
            Try again
          </Button>
        </div>
      );
    case 'checked':
      return (
        <ul aria-label="Checks" className="grid gap-2 text-sm">
          {selectShown(state.report.findings, preview).map((finding) => (
            <Finding key={finding.message} finding={finding} findFix={findFix} />
          ))}
        </ul>
      );
  }
}

/** The checks that are also shown when they passed. */
const shownWhenPassed: readonly HealthCheck[] = [
  'rights',
  'plan',
  'only_writer',
  'loop',
  'source',
  'webhook',
];

const rank = { problem: 0, note: 1, ok: 2 };

/** Returns the findings to show, problems first. The size is that of the list after the sync. */
function selectShown(findings: readonly HealthFinding[], preview: Preview | null): HealthFinding[] {
  const others = findings.filter(
    ({ check, status }) => check !== 'size' && (status !== 'ok' || shownWhenPassed.includes(check)),
  );
  return [...others, ...listSize(preview)].toSorted((one, other) => rank[one.status] - rank[other.status]);
}

function listSize(preview: Preview | null): HealthFinding[] {
  // A list that does not fit is the heading of the preview already.
  if (!preview || preview.optionCountAfter > preview.optionLimit) return [];
  const { optionCountAfter: after, optionLimit } = preview;
  const message = `${pluralize(after, 'option fits', 'options fit')}, the limit is ${optionLimit.toLocaleString('en-US')}.`;
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
