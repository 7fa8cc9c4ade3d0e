import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { ExternalLink } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { payeeNames } from './admin-texts.ts';

/** A first cell: what it is, over a detail. */
export function NameCell({ name, detail }: { name: ReactNode; detail?: ReactNode }) {
  return (
    <div className="grid min-w-0">
      <div className="min-w-0 font-semi [overflow-wrap:anywhere]">{name}</div>
      {detail && <div className="text-xs text-ink-2 [overflow-wrap:anywhere]">{detail}</div>}
    </div>
  );
}

/** An email address, which may be longer than its column: it breaks before a sign that joins its parts, if it can. */
export function AddressCell({ children }: { children: string }) {
  const parts = children.split(/(?=[@.])/);
  return (
    <span className="[overflow-wrap:anywhere]">
      {parts.map((part, place) => (
        <Fragment key={parts.slice(0, place + 1).join('')}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

type StateCellProps = { tone: Tone; words: string; detail: string | null };

/** A state over a detail. */
export function StateCell({ tone, words, detail }: StateCellProps) {
  return (
    <div className="grid justify-items-start gap-0.5 @max-wide:flex @max-wide:flex-wrap @max-wide:items-center @max-wide:gap-x-2">
      <Badge tone={tone}>{words}</Badge>
      {detail && <span className="text-xs text-pretty text-ink-2 [overflow-wrap:anywhere]">{detail}</span>}
    </div>
  );
}

const meterLooks = { accent: 'bg-accent', warn: 'bg-warn', bad: 'bg-bad' };

type MeterBarProps = { share: number; tone?: keyof typeof meterLooks };

/** A share from 0 to 1 as a bar. It is decoration: the words are beside it. */
export function MeterBar({ share, tone = 'accent' }: MeterBarProps) {
  const percent = Math.round(Math.min(Math.max(share, 0), 1) * 100);
  return (
    <div
      aria-hidden="true"
      className="h-[5px] w-24 overflow-hidden rounded-full bg-sunken forced-colors:border @max-wide:hidden"
    >
      <div
        className={cx('h-full rounded-full forced-colors:bg-[CanvasText]', meterLooks[tone])}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}

type RowActionsProps = {
  name: string;
  onEdit: () => void;
  removeLabel: 'Remove' | 'End';
  removal: { isPending: boolean; run: () => void };
};

/** The buttons of a row that can be edited and removed. Screen readers hear the name of the row with each. */
export function RowActions({ name, onEdit, removeLabel, removal }: RowActionsProps) {
  return (
    <div className="flex justify-end gap-1.5">
      <Button size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        size="sm"
        variant="quiet"
        className="text-bad!"
        aria-label={`${removeLabel} ${name}`}
        pending={removal.isPending}
        onClick={() => removal.run()}
      >
        {removeLabel}
      </Button>
    </div>
  );
}

type ProviderPageLinkProps = {
  provider: keyof typeof payeeNames;
  page: string | null;
  /** The provider's id of what the page is about. */
  about: string | null;
};

/** A link to a payment or a dispute on the provider's own pages, in a new tab; draws nothing where there is none. */
export function ProviderPageLink({ provider, page, about }: ProviderPageLinkProps) {
  if (page === null) return null;
  return (
    <a
      href={page}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 text-sm font-semi whitespace-nowrap text-accent hover:underline"
    >
      Open at {payeeNames[provider]}
      <ExternalLink aria-hidden="true" strokeWidth={2} className="size-3.5 shrink-0" />
      <span className="sr-only">: {about}, in a new tab</span>
    </a>
  );
}

/** A list of facts: names on the left, values on the right. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, text: ReactNode])[] }) {
  return (
    <dl className="grid gap-1.5 text-sm">
      {facts.map(([name, text]) => (
        <div key={name} className="grid grid-cols-[auto_minmax(0,1fr)] gap-4">
          <dt className="text-ink-2">{name}</dt>
          <dd className="text-end text-pretty [overflow-wrap:anywhere]">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
