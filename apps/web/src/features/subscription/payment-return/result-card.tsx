import { buttonClass } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAuthStatus } from '../../../api/session.queries.ts';
import type { CurrentSubscription } from '../../../api/subscription.queries.ts';
import { Brand } from '../../../ui/brand-mark.tsx';
import { formatDay } from '../../../ui/dates.ts';
import { usePageTitle } from '../../../ui/page-title.ts';
import { findPaidPlan } from '../subscription-state.ts';

const signs = {
  good: 'bg-good-soft text-good',
  accent: 'bg-accent-soft text-accent',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  neutral: 'bg-sunken text-ink-2',
};

/** The progress of a payment in three steps; `isFailed`: it failed at this step. */
export type Progress = { step: 0 | 1 | 2 | 3; isFailed?: true };

const steps = ['Payment', 'Activation', 'Ready'];

function Rail({ step, isFailed }: Progress) {
  return (
    <ol className="grid grid-cols-3 gap-1 text-xs font-semi">
      {steps.map((name, place) => {
        const isAt = place === step;
        return (
          <li
            key={name}
            aria-current={isAt ? 'step' : undefined}
            className={cx(
              'grid gap-1.5',
              place < step ? 'text-ink' : !isAt && 'text-ink-2',
              isAt && (isFailed ? 'text-bad' : 'text-accent'),
            )}
          >
            <span aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-line">
              <span
                className={cx(
                  'block h-full rounded-full',
                  place < step && 'w-full bg-accent',
                  isAt && (isFailed ? 'w-full bg-bad' : 'w-1/2 bg-accent'),
                )}
              />
            </span>
            {name}
          </li>
        );
      })}
    </ol>
  );
}

export type Detail = { term: string; value: ReactNode | null };

/** The details. A row whose value is null is still loading. */
function Details({ rows }: { rows: readonly Detail[] }) {
  return (
    <dl className="text-sm">
      {rows.map(({ term, value }) => (
        <div
          key={term}
          className="flex min-h-[38px] items-center justify-between gap-4 border-t border-line py-1.5"
        >
          <dt className="shrink-0 text-ink-2">{term}</dt>
          <dd className="min-w-0 flex-1 text-end font-medium break-words">
            {value ?? <Skeleton className="ms-auto h-5 w-24" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export type ResultTone = keyof typeof signs;

type ResultCardProps = {
  tone: ResultTone;
  icon: ReactNode;
  title: string;
  text: string;
  progress?: Progress;
  details: readonly Detail[];
  isBusy?: boolean;
  /** Links and buttons, the main one last. */
  actions: ReactNode;
};

/**
 * One card for every result of a payment: head, steps, details and buttons keep their places, and only texts and icons
 * change.
 */
export function ResultCard({ tone, icon, title, text, progress, details, isBusy, actions }: ResultCardProps) {
  usePageTitle(title);
  return (
    <section
      aria-busy={isBusy || undefined}
      className="flex w-full max-w-[520px] flex-col gap-5.5 rounded-xl border border-line bg-surface p-5 sm:p-7"
    >
      {/* A payment on its way has room for its longest title and text, so that nothing below moves when they change. */}
      <div
        className={cx(
          'grid min-h-18 grid-cols-[44px_minmax(0,1fr)] content-start items-start gap-x-4 gap-y-0.5',
          progress && 'max-sm:min-h-[7.5625rem]',
        )}
      >
        <span
          aria-hidden="true"
          className={cx(
            'row-span-2 grid size-11 place-items-center rounded-full [&_svg]:size-5.5',
            signs[tone],
          )}
        >
          {icon}
        </span>
        <h1 className="text-xl font-bold tracking-[-0.016em] break-words">{title}</h1>
        <p role={tone === 'bad' ? 'alert' : 'status'} className="text-pretty text-ink-2">
          {text}
        </p>
      </div>
      {progress && <Rail {...progress} />}
      <Details rows={details} />
      <div className="mt-auto flex flex-wrap-reverse gap-2 *:flex-1">{actions}</div>
    </section>
  );
}

/** The page around the card: the logo on the left, the payer on the right. */
export function ResultFrame({ children }: { children: ReactNode }) {
  const { user } = useAuthStatus();
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] bg-canvas">
      <header className="flex items-center justify-between gap-3 border-b border-line bg-surface px-4 py-3 text-sm md:px-6">
        <Link to="/dashboard" aria-label="Picksync, to the dashboard" className="shrink-0 rounded-sm">
          <Brand />
        </Link>
        <span className="min-w-0 truncate text-ink-2">{user?.email}</span>
      </header>
      <main className="grid items-start justify-items-center px-4 pt-6 pb-24 md:pt-12">{children}</main>
    </div>
  );
}

const links = {
  'Go to Dashboard': { to: '/dashboard' },
  'View Subscription': { to: '/subscription', activeOptions: { exact: true } },
  'View Plans': { to: '/subscription', activeOptions: { exact: true } },
  'Contact Us': { to: '/help', search: { tab: 'contact' } },
} as const;

/** A link to where the user goes on. */
export function ResultLink({ label, primary }: { label: keyof typeof links; primary?: boolean }) {
  return (
    <Link {...links[label]} className={buttonClass({ variant: primary ? 'primary' : 'secondary' })}>
      {label}
    </Link>
  );
}

/** Where the user goes on after a plan was bought. */
export function BoughtLinks() {
  return (
    <>
      <ResultLink label="View Subscription" />
      <ResultLink label="Go to Dashboard" primary />
    </>
  );
}

/** Returns the name of the user's present plan. */
export function planNow(current: CurrentSubscription): string {
  const own = findPaidPlan(current);
  if (own) return own.name;
  return current.trial.isActive
    ? `Trial until ${formatDay(current.trial.endsAt)}`
    : (current.plan?.name ?? 'Free');
}

/** Returns the details that are unchanged: the plan and its usage; empty where they could not be loaded. */
export function unchanged(current: CurrentSubscription | undefined, isKnown: boolean): Detail[] {
  if (isKnown && !current) return [];
  return [
    { term: 'Plan', value: current ? planNow(current) : null },
    {
      term: 'Configurations',
      value: current ? `${current.configsUsed} of ${current.configsAvailable}` : null,
    },
  ];
}
