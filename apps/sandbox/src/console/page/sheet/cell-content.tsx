import { cx } from '@picksync/ui/class-names.ts';
import { Check, Link2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Cell, Column, Contact, Row } from '../contract.ts';

const toneBySymbol: Partial<Record<string, string>> = {
  Red: 'bg-bad',
  Yellow: 'bg-warn',
  Green: 'bg-good',
  High: 'bg-bad',
  Low: 'bg-accent',
};
const fillBySymbol: Partial<Record<string, number>> = {
  Empty: 0,
  Quarter: 25,
  Half: 50,
  'Three Quarter': 75,
  Full: 100,
};

function getInitials(name: string): string {
  const words = name.split(/\s+/).slice(0, 2);
  return words
    .map((word) => word[0] ?? '')
    .join('')
    .toUpperCase();
}

function ContactMark({ contact }: { contact: Contact }) {
  const shown = contact.name || contact.email || '';
  return (
    <span title={contact.email} className="inline-flex min-w-0 items-center gap-1.5">
      <i
        aria-hidden="true"
        data-initials={getInitials(shown)}
        className="grid size-5 shrink-0 place-items-center rounded-full bg-sunken text-[10px] font-semi text-ink-2 not-italic before:content-[attr(data-initials)]"
      />
      <span className="truncate">{shown}</span>
    </span>
  );
}

/** One value of a column of symbols: its picture and its word. */
export function SymbolMark({ value }: { value: string }) {
  const fill = fillBySymbol[value];
  return (
    <span className="inline-flex items-center gap-1.5">
      {fill === undefined ? (
        <i aria-hidden="true" className={cx('size-2.5 rounded-full', toneBySymbol[value] ?? 'bg-ink-3')} />
      ) : (
        <i
          aria-hidden="true"
          className="size-3 rounded-full border border-ink-2"
          style={{ background: `conic-gradient(var(--ink-2) ${fill}%, transparent 0)` }}
        />
      )}
      {value}
    </span>
  );
}

/** A box that is ticked or not; what is around it can be pressed. */
export function Tick({ on, ...rest }: { on: boolean; 'data-tick'?: true }) {
  return (
    <span
      {...rest}
      className={cx(
        'grid size-4.5 shrink-0 place-items-center rounded-[5px] border',
        on ? 'border-accent bg-accent text-accent-ink' : 'border-edge bg-surface',
      )}
    >
      {on && <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />}
    </span>
  );
}

/** Spaces keep them apart for whoever reads the text and not the picture. */
function Several({ children }: { children: ReactNode[] }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1 overflow-hidden">
      {children.flatMap((child) => [child, ' '])}
    </span>
  );
}

function isOneContact(value: Cell['value']): value is Contact {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function renderContent(column: Column, cell: Cell | undefined): ReactNode {
  if (column.type === 'CHECKBOX') return <Tick on={cell?.value === true} data-tick />;
  if (!cell || cell.text === '') return null;
  const { value, text, href, linkedFrom } = cell;
  if (column.symbol && typeof value === 'string') return <SymbolMark value={value} />;
  if (Array.isArray(value))
    return (
      <Several>
        {value.map((one) =>
          typeof one === 'string' ? (
            <span key={one} className="rounded-full bg-sunken px-2 text-xs font-medium">
              {one}
            </span>
          ) : (
            <ContactMark key={one.email ?? one.name} contact={one} />
          ),
        )}
      </Several>
    );
  if (isOneContact(value)) return <ContactMark contact={value} />;
  if (/^#[A-Z]/.test(text)) return <span className="text-bad">{text}</span>;
  // The grid takes the keys, so a link is followed by the mouse alone.
  if (href !== undefined)
    return (
      <a
        href={href}
        tabIndex={-1}
        {...(!href.startsWith('#') && { target: '_blank', rel: 'noreferrer' })}
        className="min-h-0! text-accent underline-offset-2 hover:underline"
      >
        {text}
      </a>
    );
  if (linkedFrom !== undefined)
    return (
      <span title={`Linked from ${linkedFrom}`} className="inline-flex items-center gap-1.5">
        <Link2 aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
        {text}
      </span>
    );
  return text;
}

/** Lights up when the text of a cell that is in sight changes. */
function Flash({ text }: { text: string }) {
  const before = useRef(text);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (before.current === text) return;
    before.current = text;
    setChanges((count) => count + 1);
  }, [text]);
  if (changes === 0) return null;
  return <i key={changes} aria-hidden="true" className="cell-flash" />;
}

/** What a cell shows, by its column's type. */
export function CellContent({ column, row }: { column: Column; row: Row }) {
  const cell = row.cells[column.id];
  const content = renderContent(column, cell);
  const depth = column.primary ? row.depth : 0;
  return (
    <>
      <Flash text={cell?.text ?? ''} />
      {depth > 0 || cell?.formula ? (
        <span title={cell?.formula} style={{ paddingInlineStart: `${depth * 18}px` }}>
          {content}
        </span>
      ) : (
        content
      )}
    </>
  );
}
