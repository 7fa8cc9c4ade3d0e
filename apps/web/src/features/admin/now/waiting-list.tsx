import { formatNumber } from '@picksync/contracts';
import { buttonClass } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import type { AdminNow } from '../../../api/admin.queries.ts';
import { usePlanNames } from '../../../api/session.queries.ts';
import { Sentence } from '../../../ui/sentence.tsx';
import { payeeNames } from '../admin-texts.ts';
import { QuietRow } from './quiet-row.tsx';
import {
  moreWaitingText,
  toItemText,
  toWhen,
  type WaitingItem,
  waitingActs,
  waitingSections,
} from './waiting-texts.ts';

type WaitingListProps = { waiting: AdminNow['waiting']; at: Date };

/** What waits for a person, the soonest deadline first; each leads to the place where it is ended. */
export function WaitingList({ waiting, at }: WaitingListProps) {
  return (
    <section aria-labelledby="waits" className="overflow-hidden rounded-lg border border-line bg-surface">
      <header className="flex items-baseline justify-between gap-3 px-4 py-3.5 md:px-5">
        <h2 id="waits" className="text-lg font-semi">
          Needs you
        </h2>
        {waiting !== null && waiting.count > 0 && (
          <span className="tabular text-xs text-ink-2">
            {formatNumber(waiting.count)}
            <span className="sr-only"> in all</span>
          </span>
        )}
      </header>
      {waiting === null ? (
        <QuietRow
          isUnread
          title="This could not be read"
          text="It is tried again by itself. The menu leads to the messages, disputes and payments."
        />
      ) : waiting.count === 0 ? (
        <QuietRow
          title="Nothing waits for you"
          text="No message, no dispute, no payment and no job that failed for good."
        />
      ) : (
        <ul className="border-t border-line">
          {waiting.items.map((item) => (
            <WaitingRow key={`${item.kind} ${item.id}`} item={item} at={at} />
          ))}
        </ul>
      )}
      {waiting !== null && waiting.more.length > 0 && <More more={waiting.more} />}
    </section>
  );
}

function WaitingRow({ item, at }: { item: WaitingItem; at: Date }) {
  const plans = usePlanNames();
  const { title, detail } = toItemText(item, plans);
  const { words, detail: left, isLate } = toWhen(item, at);
  return (
    <li className="grid gap-x-4 gap-y-1.5 border-b border-line px-4 py-2.5 text-sm last:border-0 sm:grid-cols-[112px_minmax(0,1fr)_auto] sm:items-center md:px-5">
      <p className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-2">
        <time dateTime={item.deadline ?? item.since} className="block font-semi">
          {words}
        </time>
        <span className={cx('text-xs', isLate ? 'font-semi text-bad' : 'text-ink-2')}>{left}</span>
      </p>
      <div className="min-w-0">
        <p className="font-semi [overflow-wrap:anywhere]">{title}</p>
        <p className="line-clamp-2 text-xs text-pretty text-ink-2 [overflow-wrap:anywhere]">{detail}</p>
      </div>
      <EndLink item={item} title={title} />
    </li>
  );
}

const lookOfLink = cx(buttonClass({ size: 'sm' }), 'max-sm:justify-self-start');

/** Leads to where an item is ended: at its provider where that has a page of it, else to a section. */
function EndLink({ item, title }: { item: WaitingItem; title: string }) {
  const { kind, id, provider, providerPage } = item;
  if (kind === 'dispute' && providerPage && provider)
    return (
      <a href={providerPage} target="_blank" rel="noopener noreferrer" className={lookOfLink}>
        Open at {payeeNames[provider]}
        <ExternalLink aria-hidden="true" strokeWidth={2} />
        <span className="sr-only">: {title}, in a new tab</span>
      </a>
    );
  return (
    <Link
      to="/admin/$section"
      params={{ section: waitingSections[kind] }}
      search={kind === 'message' ? { open: id } : {}}
      className={lookOfLink}
    >
      {waitingActs[kind]}
      <span className="sr-only">: {title}</span>
    </Link>
  );
}

type More = NonNullable<AdminNow['waiting']>['more'];

function More({ more }: { more: More }) {
  const links = more.map(({ kind }) => [
    kind,
    (words: string) => (
      <Link
        to="/admin/$section"
        params={{ section: waitingSections[kind] }}
        className="font-semi text-accent hover:underline"
      >
        {words}
      </Link>
    ),
  ]);
  return (
    <footer className="border-t border-line px-4 py-3 text-sm text-ink-2 md:px-5">
      <Sentence text={moreWaitingText(more)} parts={Object.fromEntries(links)} />
    </footer>
  );
}
