import { Badge, type Tone, tones } from '@picksync/ui/badge.tsx';
import { buttonClass } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Link } from '@tanstack/react-router';
import { Check, CircleQuestionMark, TriangleAlert } from 'lucide-react';
import type { AdminNow } from '../../../api/admin.queries.ts';
import { formatTime } from '../../../ui/dates.ts';
import { type Problem, type ProblemText, toHeadline, toProblemText } from './problem-texts.ts';

type HeadlineProps = {
  now: AdminNow;
  at: Date;
  /** The last try to read it has failed. */
  isOld: boolean;
};

/** The one line that says whether everything runs, and what to do where it does not. */
export function Headline({ now, at, isOld }: HeadlineProps) {
  const { tone, title, help, place } = isOld ? whenOld(now) : toHeadline(now, at);
  return (
    <section
      aria-labelledby="now"
      className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3.5 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:items-center"
    >
      <Sign tone={tone} />
      <div className="min-w-0">
        <h1
          id="now"
          className="text-xl leading-tight font-bold tracking-[-0.014em] [overflow-wrap:anywhere] md:text-2xl"
        >
          {title}
        </h1>
        <p className="mt-1 text-pretty text-ink-2">{help}</p>
      </div>
      {place && <PlaceLink place={place} className="max-sm:col-start-2 max-sm:justify-self-start" />}
    </section>
  );
}

type Line = Pick<ProblemText, 'title' | 'help' | 'place'> & { tone: Tone };

function whenOld({ at }: AdminNow): Line {
  return {
    tone: 'warn',
    title: 'Picksync does not answer this page',
    help: `What stands below is from ${formatTime(at)}. It is asked again every few seconds; if this stays, the API or its database is unreachable.`,
  };
}

const icons = {
  good: Check,
  bad: TriangleAlert,
  warn: TriangleAlert,
  neutral: CircleQuestionMark,
  accent: Check,
};

function Sign({ tone }: { tone: Tone }) {
  const Icon = icons[tone];
  return (
    <span
      aria-hidden="true"
      className={cx(
        'mt-0.5 grid size-7 place-items-center self-start rounded-full forced-colors:border',
        tones[tone],
      )}
    >
      <Icon className="size-4" strokeWidth={2.5} />
    </span>
  );
}

type PlaceLinkProps = {
  place: NonNullable<ProblemText['place']>;
  size?: 'sm' | 'md';
  className?: string | undefined;
};

function PlaceLink({ place: { section, label }, size = 'md', className }: PlaceLinkProps) {
  return (
    <Link to="/admin/$section" params={{ section }} className={cx(buttonClass({ size }), className)}>
      {label}
    </Link>
  );
}

/** What else is wrong; draws nothing where nothing is. */
export function Problems({ problems, at }: { problems: readonly Problem[]; at: Date }) {
  if (problems.length === 0) return null;
  return (
    <section aria-label="What else is wrong" className="rounded-lg border border-line bg-surface">
      <ul>
        {problems.map((problem) => (
          <ProblemRow key={`${problem.kind} ${problem.names.join(' ')}`} problem={problem} at={at} />
        ))}
      </ul>
    </section>
  );
}

function ProblemRow({ problem, at }: { problem: Problem; at: Date }) {
  const { word, title, help, place } = toProblemText(problem, at);
  return (
    <li className="grid gap-x-4 gap-y-1.5 border-b border-line px-4 py-3 text-sm last:border-0 sm:grid-cols-[120px_minmax(0,1fr)_auto] sm:items-center md:px-5">
      <span>
        <Badge tone={problem.level}>{word}</Badge>
      </span>
      <div className="min-w-0">
        <p className="font-semi [overflow-wrap:anywhere]">{title}</p>
        <p className="text-xs text-pretty text-ink-2">{help}</p>
      </div>
      {place && <PlaceLink place={place} size="sm" className="max-sm:justify-self-start" />}
    </li>
  );
}
