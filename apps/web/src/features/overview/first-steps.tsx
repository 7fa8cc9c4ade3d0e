import { type Automation, isolated, type Stats } from '@picksync/contracts';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { automationsQuery } from '../../api/automations.queries.ts';
import { useAuthStatus } from '../../api/session.queries.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { markFirstSteps, showFirstSteps, useFirstStepsMarks } from '../../stores/first-steps.ts';
import { showToast } from '../../stores/toast.ts';
import { haveFollowed } from './may-be-new.ts';

/** Returns whether a dropdown has followed a change of its source: it was written again after its first sync. */
function hasFollowed(stats: Stats, automations: readonly Automation[]) {
  return haveFollowed(stats) || automations.some(({ recentRuns }) => recentRuns.slice(1).includes('changed'));
}

type FirstStepsProps = {
  onNew: () => void;
  /** What stands below them. It waits until it is known whether there are steps, so that it does not move. */
  below: ReactNode;
};

/**
 * What to do first, for those who are new: until it is done or put away. Who has automations that follow already when they
 * come to this browser is not new.
 */
export function FirstSteps({ onNew, below }: FirstStepsProps) {
  const userId = useAuthStatus().user?.id ?? '';
  const marks = useFirstStepsMarks(userId);
  const { data: stats } = useQuery(statsQuery);
  const { data: list, isError } = useInfiniteQuery(automationsQuery);
  const automations = list?.pages.flatMap(({ reply }) => reply);
  const isKnown = stats !== undefined && automations !== undefined;
  const isFollowed = isKnown && hasFollowed(stats, automations);
  const isNew = isKnown && !isFollowed && !marks.hidden;
  useEffect(() => {
    if (isNew && !marks.begun) markFirstSteps(userId, 'begun');
  }, [isNew, marks.begun, userId]);
  const isDone = isFollowed && marks.told;
  // Those who came after it was done have seen it; those who see it done may close it themselves.
  const [wasDone, setWasDone] = useState<boolean>();
  if (isKnown && wasDone === undefined) setWasDone(isDone);
  if (!isKnown) return isError && below;
  if (marks.hidden || wasDone || !(marks.begun || isNew)) return below;
  return (
    <>
      <Steps
        onNew={onNew}
        onHide={() => hide(userId)}
        onTold={() => markFirstSteps(userId, 'told')}
        first={automations.find(({ isActive }) => isActive) ?? automations[0]}
        isFollowed={isFollowed}
        isTold={marks.told}
      />
      {below}
    </>
  );
}

/** Puts them away; what was done by mistake is undone at once, or in the settings later. */
function hide(userId: string): void {
  markFirstSteps(userId, 'hidden');
  showToast({
    title: 'First steps hidden',
    description: 'The settings bring them back.',
    action: {
      label: 'Undo',
      elsewhere: 'The settings bring them back.',
      act: () => showFirstSteps(userId),
    },
  });
}

type StepsProps = {
  onNew: () => void;
  onHide: () => void;
  onTold: () => void;
  /** The automation that the steps speak of; undefined while there is none. */
  first: Automation | undefined;
  isFollowed: boolean;
  isTold: boolean;
};

function Steps({ onNew, onHide, onTold, first, isFollowed, isTold }: StepsProps) {
  const { smartsheetEmail: email } = useAuthStatus();
  const done = [true, first !== undefined, isFollowed, isTold];
  const next = done.indexOf(false);
  const step = (index: number) => ({
    number: index + 1,
    isDone: done[index] === true,
    isNext: next === index,
  });
  return (
    <section aria-label="First steps" className="rounded-lg border border-line bg-surface">
      <header className="flex items-center gap-3 border-b border-line px-4 py-2 md:px-5">
        <h2 className="text-md font-bold">First steps</h2>
        <p className="text-xs text-ink-3">
          {next === -1
            ? 'Done. Your list follows its source.'
            : `${done.filter(Boolean).length} of ${done.length} done`}
        </p>
        <Button size="sm" variant="quiet" className="-me-2 ms-auto" onClick={onHide}>
          Hide
        </Button>
      </header>
      <ol className="divide-y divide-line">
        <Step {...step(0)} title="Connect Smartsheet" detail={email?.includes('@') ? email : 'Connected'} />
        <Step
          {...step(1)}
          title="Create your first automation"
          detail={first ? isolated(first.name) : 'Two sheets, two columns, a preview'}
        >
          <Button size="sm" variant="primary" onClick={onNew}>
            Choose two columns
          </Button>
        </Step>
        <Step {...step(2)} title="See it follow" detail={followText(first)}>
          {first?.isActive && first.sourceSheetPermalink && (
            <a
              href={first.sourceSheetPermalink}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass({ size: 'sm', variant: 'primary' })}
            >
              Open the source<span className="sr-only">, in a new tab</span>
            </a>
          )}
        </Step>
        <Step
          {...step(3)}
          title="Choose who is told"
          detail="Mail is on. Add Slack or Microsoft Teams if your team reads those."
        >
          <Link
            to="/settings"
            hash="notifications"
            onClick={onTold}
            className={buttonClass({ size: 'sm', variant: 'primary' })}
          >
            Open settings
          </Link>
        </Step>
      </ol>
    </section>
  );
}

function followText(first: Automation | undefined): string {
  if (!first) return 'Change a cell of the source, and the list follows.';
  const { name, isActive, sourceColumnName, sourceSheetName, webhookEnabled } = first;
  if (!isActive) return `${isolated(name)} is paused. Activate it, and its list follows its source again.`;
  const where = `${isolated(sourceColumnName)} in ${isolated(sourceSheetName ?? 'the source')}`;
  const when = webhookEnabled ? 'within about a minute' : 'at its next check, within 15 minutes';
  return `Change a cell of ${where}. The list follows ${when}.`;
}

type StepProps = {
  number: number;
  isDone: boolean;
  /** Whether it is the one to do now: only that has its button. */
  isNext: boolean;
  title: string;
  detail: string;
  children?: ReactNode;
};

function Step({ number, isDone, isNext, title, detail, children }: StepProps) {
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className="grid grid-cols-[24px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 px-4 py-2.5 sm:grid-cols-[24px_minmax(0,1fr)_auto] md:px-5"
    >
      <span
        aria-hidden="true"
        className={cx(
          'tabular grid size-6 place-items-center rounded-full text-xs font-semi forced-colors:border',
          isDone ? 'bg-good-soft text-good' : isNext ? 'bg-accent-soft text-accent' : 'bg-sunken text-ink-2',
        )}
      >
        {isDone ? <Check className="size-3.5" /> : number}
      </span>
      <div className="min-w-0">
        <p className={cx('text-sm', isDone ? 'text-ink-2' : 'font-semi')}>
          {title}
          {isDone && <span className="sr-only">, done</span>}
        </p>
        <p className="text-xs break-words text-ink-2">{detail}</p>
      </div>
      {isNext && <div className="col-start-2 sm:col-start-3">{children}</div>}
    </li>
  );
}
