import type { Automation } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { Name } from '@picksync/ui/name.tsx';
import type { ReactNode } from 'react';
import { modeNames } from '../mode-names.ts';
import { SheetLink } from '../sheet-link.tsx';

/** Source and destination beside each other, and what goes from one to the other between them. */
export function FlowFrame({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <section
        aria-label="From where to where"
        className="grid items-center gap-4 rounded-lg border border-line bg-surface px-4 py-5 md:px-8 md:py-6 @columns:grid-cols-[minmax(0,1fr)_minmax(11.25rem,13.75rem)_minmax(0,1fr)] @columns:gap-6"
      >
        {children}
      </section>
    </div>
  );
}

type FlowEndProps = {
  term: 'Source' | 'Destination';
  sheet: string;
  /** Where Smartsheet shows it; null where there is no one place. */
  permalink: string | null;
  column: string;
  picture: ReactNode;
};

export function FlowEnd({ term, sheet, permalink, column, picture }: FlowEndProps) {
  return (
    <div
      className={cx('flex min-w-0 items-center gap-4', term === 'Destination' && '@columns:justify-self-end')}
    >
      {picture}
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">{term}</span>
        <p className="font-semi text-balance">
          <Name>{sheet}</Name>
        </p>
        <p className="tabular text-xs text-ink-2">{column}</p>
        <SheetLink permalink={permalink} sheet={sheet} />
      </div>
    </div>
  );
}

const pictureClass = 'h-14 w-18 shrink-0 fill-surface stroke-edge max-sm:h-11 max-sm:w-14';
const hotClass = 'fill-accent-soft stroke-accent';

function SheetPicture({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 72 56" className={pictureClass}>
      <rect x="1" y="1" width="70" height="54" rx="6" />
      <path d="M1 14h70M1 28h70M1 42h70M24 1v54M48 1v54" opacity=".5" />
      <g className={hotClass}>{children}</g>
    </svg>
  );
}

export function SourcePicture() {
  return (
    <SheetPicture>
      <rect x="24" y="14" width="24" height="41" />
    </SheetPicture>
  );
}

/** A column of several sheets in one list. */
export function ReportPicture() {
  return (
    <svg aria-hidden="true" viewBox="0 0 96 66" className={pictureClass}>
      <rect x="1" y="1" width="40" height="28" rx="4" />
      <rect x="1" y="37" width="40" height="28" rx="4" />
      <rect x="55" y="13" width="40" height="42" rx="4" />
      <path d="M44 15h4v36h-4M48 33h5" />
      <g className={hotClass}>
        <path d="M12 1h10v28H12zM12 37h10v28H12z" />
        <path d="M65 13h12v42H65z" />
      </g>
    </svg>
  );
}

export function DropdownPicture() {
  return (
    <SheetPicture>
      <rect x="24" y="14" width="36" height="34" rx="4" />
      <path d="M30 23h18M30 31h22M30 39h14" />
    </SheetPicture>
  );
}

/** A dropdown in each of several sheets. */
export function ManySheetsPicture() {
  return (
    <svg aria-hidden="true" viewBox="0 0 88 66" className={pictureClass}>
      <rect x="15" y="1" width="72" height="50" rx="6" />
      <rect x="8" y="6" width="72" height="52" rx="6" />
      <rect x="1" y="11" width="72" height="54" rx="6" />
      <g className={hotClass}>
        <rect x="25" y="25" width="36" height="30" rx="4" />
        <path d="M31 33h18M31 40h22M31 47h14" />
      </g>
    </svg>
  );
}

type FlowViaProps = { mode: Automation['mode']; isStopped: boolean; children: ReactNode };

export function FlowVia({ mode, isStopped, children }: FlowViaProps) {
  const isTwoWay = mode === 'two_way';
  const line = cx('h-0.5 flex-1 @max-columns:hidden', isStopped ? 'bg-line' : 'bg-accent/35');
  const tip = cx(
    'size-2 border-t-2 border-e-2 @max-columns:hidden',
    isStopped ? 'border-edge' : 'border-accent',
  );
  return (
    <div className="grid justify-items-center gap-1 text-center text-xs text-ink-2 @max-columns:justify-items-start @max-columns:ps-[72px] @max-columns:text-start max-sm:ps-0">
      <p className={cx('flex w-full items-center font-semi', isStopped ? 'text-ink-2' : 'text-accent')}>
        {isTwoWay && <span aria-hidden="true" className={cx(tip, '-me-2 rotate-[225deg]')} />}
        <span aria-hidden="true" className={line} />
        <span
          className={cx(
            'rounded-full px-3 py-0.5 whitespace-nowrap',
            isStopped ? 'bg-sunken' : 'bg-accent-soft',
          )}
        >
          {modeNames[mode]}
          <span aria-hidden="true" className="@columns:hidden">
            {isTwoWay ? ' ⇅' : ' ↓'}
          </span>
        </span>
        <span aria-hidden="true" className={line} />
        <span aria-hidden="true" className={cx(tip, '-ms-2 rotate-45')} />
      </p>
      {children}
    </div>
  );
}
