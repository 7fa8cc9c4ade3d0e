import { capitalize, formatNumber, pluralize } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { Link } from '@tanstack/react-router';
import type { AdminNow } from '../../../api/admin.queries.ts';
import { formatDayOfYear } from '../../../ui/dates.ts';
import { durationWords, failureClassWords } from '../admin-texts.ts';
import { QuietRow } from './quiet-row.tsx';

type Failing = NonNullable<AdminNow['failing']>;
type Group = Failing['groups'][number];

const shown = 5;

/** The automations that fail, by their reason: the reasons of most come first. */
export function FailingCard({ failing, at }: { failing: AdminNow['failing']; at: Date }) {
  return (
    <section aria-labelledby="failing" className="overflow-hidden rounded-lg border border-line bg-surface">
      <header className="flex items-baseline justify-between gap-3 px-4 py-3.5 md:px-5">
        <h2 id="failing" className="text-lg font-semi">
          Failing automations
        </h2>
        {failing !== null && failing.automations > 0 && (
          <span className="tabular text-xs text-ink-2">
            {formatNumber(failing.automations)} of {formatNumber(failing.active)}
          </span>
        )}
      </header>
      {failing === null ? (
        <QuietRow isUnread title="This could not be read" text="It is tried again by itself." />
      ) : failing.automations === 0 ? (
        <QuietRow
          title="No automation fails"
          text={
            failing.active > 0 ? `${pluralize(failing.active, 'is', 'are')} active.` : 'None is active yet.'
          }
        />
      ) : (
        <Groups failing={failing} at={at} />
      )}
    </section>
  );
}

function Groups({ failing: { automations, groups }, at }: { failing: Failing; at: Date }) {
  const most = Math.max(...groups.map((group) => group.automations));
  return (
    <>
      <ul className="border-t border-line">
        {groups.slice(0, shown).map((group) => (
          <li
            key={group.reason}
            className="grid gap-1 border-b border-line px-4 py-2.5 text-sm last:border-0 md:px-5"
          >
            <p className="flex justify-between gap-3">
              <span className="min-w-0 [overflow-wrap:anywhere]">{toReasonWords(group.reason)}</span>
              <b className="tabular font-semi">{formatNumber(group.automations)}</b>
            </p>
            <div
              aria-hidden="true"
              className="h-1.5 overflow-hidden rounded-full bg-sunken forced-colors:border"
            >
              <div
                className={cx(
                  'h-full rounded-full opacity-60 forced-colors:bg-[CanvasText]',
                  group.isReview ? 'bg-warn' : 'bg-bad',
                )}
                style={{ width: `${(group.automations / most) * 100}%` }}
              />
            </div>
            <p className="text-xs text-pretty text-ink-2">{describeGroup(group, at)}</p>
          </li>
        ))}
      </ul>
      <footer className="border-t border-line px-4 py-3 text-sm md:px-5">
        <Link
          to="/admin/$section"
          params={{ section: 'automations' }}
          className="font-semi text-accent hover:underline"
        >
          {automations === 1 ? 'Show it' : `Show all ${formatNumber(automations)}`}
        </Link>
      </footer>
    </>
  );
}

/** Reasons whose code is a word of our own. */
const reasonWords: Record<string, string> = { wipe_guard: 'Waits for a review of removals' };

/** Returns the code of a reason as words: `target_column_locked` becomes `Target column locked`. */
function toReasonWords(reason: string | null): string {
  if (reason === null) return 'For a reason that was not kept';
  const words = reasonWords[reason];
  if (words !== undefined) return words;
  return capitalize(reason.replaceAll('_', ' '));
}

function describeGroup({ class: kind, users, since, pausesAt }: Group, at: Date): string {
  const parts = [
    failureClassWords[kind],
    pluralize(users, 'user'),
    since && `the first since ${formatDayOfYear(since)}`,
    pausesAt && describePause((Date.parse(pausesAt) - at.getTime()) / 1000),
  ];
  return parts.filter(Boolean).join(', ');
}

function describePause(seconds: number): string {
  return seconds > 0 ? `the first pauses in ${durationWords(seconds)}` : 'the first pauses now';
}
