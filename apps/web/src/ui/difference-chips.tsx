import { cx } from '@picksync/ui/class-names.ts';
import { Input } from '@picksync/ui/input.tsx';
import { createContext, useContext, useId, useState } from 'react';

/** An option as it is shown, what is to be said of it, e.g. `19 rows`, and of a contact the name that it had. */
export type DifferenceOption = { text: string; note?: string | undefined; was?: string };

/** Whether the options below are contacts, `Name <address>`: each has a line for the name and a quieter one for the address. */
export const ContactsContext = createContext(false);

const looks = {
  added: { chip: 'bg-good-soft', sign: '+', colour: 'text-good' },
  removed: { chip: 'bg-bad-soft', sign: '−', colour: 'text-bad' },
  kept: { chip: 'bg-sunken', sign: '', colour: '' },
  renamed: { chip: 'bg-accent-soft', sign: '→', colour: 'text-accent' },
};

export type DifferenceKind = keyof typeof looks;

type DifferenceChipsProps = {
  /** The word beside colour and sign, e.g. `Added`. */
  title: string;
  kind: DifferenceKind;
  /** How many there are; `options` may be only the first of them. */
  count: number;
  options: readonly DifferenceOption[];
  /** How many are shown before somebody asks for the others. */
  few?: number;
};

/** How many chips more stand there after each `Show the next`. */
const pageSize = 100;

/** How many contacts are shown at first: each is two lines high. */
const fewContacts = 4;

/**
 * One side of a difference as chips, of contacts as lines: the first few, and on request all of them, searchable and page by page. Draws nothing
 * where there is nothing.
 */
export function DifferenceChips({ title, kind, count, options, ...look }: DifferenceChipsProps) {
  const id = useId();
  const isOfContacts = useContext(ContactsContext);
  const few = look.few ?? (isOfContacts ? fewContacts : 8);
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(pageSize);
  if (count === 0) return null;
  const isLong = count > few + 1;
  const found = isOpen && isLong ? matching(options, search) : options;
  const shown = found.slice(0, isLong ? (isOpen ? limit : few) : undefined);
  const close = () => {
    setOpen(false);
    setSearch('');
    setLimit(pageSize);
  };
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-2">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h3 id={id} className="text-sm font-semi">
          {title} <span className="tabular font-normal text-ink-2">{count.toLocaleString('en-US')}</span>
        </h3>
        {isOpen && isLong && <Link onClick={close}>Show fewer</Link>}
      </div>
      {isOpen && isLong && (
        <Input
          aria-label={`Find in ${title.toLowerCase()}`}
          placeholder={`Find in ${options.length.toLocaleString('en-US')} values`}
          autoComplete="off"
          value={search}
          // It stands in forms: Enter looks for nothing more than what is typed.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          onChange={(event) => {
            setSearch(event.target.value);
            setLimit(pageSize);
          }}
        />
      )}
      <ul className={isOfContacts ? 'grid min-w-0' : 'flex min-w-0 flex-wrap items-center gap-1.5'}>
        {shown.map((option, index) => {
          const Entry = isOfContacts ? ContactLine : Chip;
          return <Entry key={`${option.text} ${index}`} kind={kind} option={option} />;
        })}
        {isLong && !isOpen && (
          <li>
            <Link label={`${count - few} more: ${title}`} onClick={() => setOpen(true)}>
              {(count - few).toLocaleString('en-US')} more
            </Link>
          </li>
        )}
        {isOpen && found.length > shown.length && (
          <li>
            <Link onClick={() => setLimit(limit + pageSize)}>
              Show the next {Math.min(pageSize, found.length - shown.length)}
            </Link>
          </li>
        )}
      </ul>
      {isOpen && isLong && <Remarks found={found.length} listed={options.length} count={count} />}
    </section>
  );
}

function matching(options: readonly DifferenceOption[], search: string): readonly DifferenceOption[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
}

function Remarks({ found, listed, count }: { found: number; listed: number; count: number }) {
  return (
    <p aria-live="polite" className="text-xs text-ink-3 empty:hidden">
      {found === 0 && 'No value has this in it. '}
      {count > listed && `${listed} of ${count.toLocaleString('en-US')} are listed.`}
    </p>
  );
}

const contact = /^(?<name>.*\S)\s*<(?<mailbox>[^<>@]+@)(?<host>[^<>]+)>$/s;

/** An option; of a contact the name, and quieter below it its address. */
export function OptionText({ text, was }: Omit<DifferenceOption, 'note'>) {
  const isOfContacts = useContext(ContactsContext);
  const { name, mailbox, host } = (isOfContacts && contact.exec(text)?.groups) || {};
  if (!host) return <bdi className="min-w-0 [overflow-wrap:anywhere]">{text}</bdi>;
  return (
    <span className="grid min-w-0">
      <span className="break-words">
        {was && (
          <>
            <s className="text-ink-2">
              <span className="sr-only">Until now </span>
              <bdi>{was}</bdi>
            </s>{' '}
          </>
        )}
        <bdi>{name}</bdi>
      </span>
      <bdi className="text-xs text-ink-2 [overflow-wrap:anywhere]">
        {mailbox}
        <wbr />
        {host}
      </bdi>
    </span>
  );
}

type EntryProps = { kind: DifferenceKind; option: DifferenceOption };

function ContactLine({ kind, option: { text, note, was } }: EntryProps) {
  const { sign, colour } = looks[kind];
  return (
    <li
      className={cx(
        'grid gap-x-2 border-t border-line py-1.5 text-sm',
        sign ? 'grid-cols-[14px_minmax(0,1fr)_auto]' : 'grid-cols-[minmax(0,1fr)_auto]',
      )}
    >
      {sign && (
        <span aria-hidden="true" className={cx('font-bold', colour)}>
          {sign}
        </span>
      )}
      <OptionText text={text} {...(was !== undefined && { was })} />
      {note && <span className="tabular self-center text-xs text-ink-2">{note}</span>}
    </li>
  );
}

function Chip({ kind, option: { text, note } }: EntryProps) {
  const { chip, sign, colour } = looks[kind];
  return (
    <li
      className={cx(
        'inline-flex min-h-6 max-w-full min-w-0 items-baseline gap-1.5 rounded-sm px-2 py-[3px] text-xs text-ink forced-colors:border',
        chip,
      )}
    >
      {sign && (
        <span aria-hidden="true" className={cx('font-bold', colour)}>
          {sign}
        </span>
      )}
      <OptionText text={text} />
      {note && <span className="tabular shrink-0 text-ink-2">{note}</span>}
    </li>
  );
}

type LinkProps = { label?: string; onClick: () => void; children: React.ReactNode };

function Link({ label, onClick, children }: LinkProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      // A finger reaches around it, so that the rows of chips stand as close as without it.
      className="tabular relative rounded-sm px-0.5 text-xs font-semi text-accent hover:underline pointer-coarse:min-h-0 pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-3.5"
    >
      {children}
    </button>
  );
}
