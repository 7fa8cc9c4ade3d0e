import { plans, trialDays } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { buttonClass } from '@picksync/ui/button.tsx';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { ChangeChips } from '../../ui/change-chips.tsx';
import { PlanText } from './plan-text.tsx';

export function Hero() {
  return (
    <section className="mx-auto grid w-full max-w-[1184px] grid-cols-[minmax(0,1fr)] gap-8 px-4 pt-10 md:gap-12 md:px-8 md:pt-16">
      <div className="grid items-end gap-6 lg:grid-cols-[minmax(0,1fr)_396px] lg:gap-8">
        <h1 className="text-display font-bold tracking-[-0.036em]">
          Type it once. <br className="max-sm:hidden" />
          Every dropdown has&nbsp;it.
        </h1>
        <div className="grid gap-4">
          <p className="max-w-[52ch] text-lg text-pretty text-ink-2">
            Picksync keeps Smartsheet dropdowns in step with a column of another sheet. Add a client to one
            list, and every sheet that needs it offers it.
          </p>
          <StartTrial
            note={
              <>
                {trialDays} days with the <PlanText plan={plans.basic} what="name" /> features. No card
                needed.
              </>
            }
          />
        </div>
      </div>
      <HeroPicture />
    </section>
  );
}

/** The button that starts a trial, and a note about the price. */
export function StartTrial({ note }: { note: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <a href="/login?mode=register" className={buttonClass({ variant: 'primary', size: 'lg' })}>
        Start your free trial
      </a>
      <p className="text-sm text-ink-2">{note}</p>
    </div>
  );
}

const clients = [
  ['Vantage Insurance', 'C-0029', 'Nordics'],
  ['Westbrook Council', 'C-0030', 'Canada'],
  ['Yarrow Botanics', 'C-0031', 'France'],
] as const;
const newcomer = ['Zephyr Wind', 'C-0032', 'DACH'] as const;
const firstRow = 29;

const targets = [
  { sheet: 'Time sheet 2026', column: 'Date', cell: '11/20' },
  { sheet: 'Expense report', column: 'Net', cell: '184.20' },
  { sheet: 'Projects', column: 'Code', cell: 'P-1119' },
];

/** The product in one picture: a new row in the source is a new option in three dropdowns. */
function HeroPicture() {
  return (
    <figure className="grid gap-4">
      <div
        role="img"
        aria-label="A new row, Zephyr Wind, in the sheet Clients. The Client dropdowns of the sheets Time sheet 2026, Expense report and Projects now offer Zephyr Wind."
        className="grid gap-5 text-sm md:grid-cols-3 md:gap-6 lg:grid-cols-[1.3fr_1fr_1fr_1fr] lg:gap-8 xl:grid-cols-[1.66fr_1fr_1fr_1fr]"
      >
        <SourceSheet />
        {targets.map((target) => (
          <TargetSheet key={target.sheet} {...target} />
        ))}
      </div>
      <figcaption className="text-sm text-ink-2">
        One new row in Clients, one new option in three sheets.
      </figcaption>
    </figure>
  );
}

const sheetClass = 'rounded-lg border border-line bg-surface';
const headClass = 'flex h-[42px] items-center justify-between gap-2 px-3 font-semi';
const columnsClass =
  'grid grid-cols-[36px_minmax(0,1fr)] items-center border-t border-line whitespace-nowrap xl:grid-cols-[36px_minmax(0,1fr)_86px_78px]';
const rowClass = `${columnsClass} h-[38px]`;
const moreClass = 'tabular px-2.5 text-ink-2 max-xl:hidden';

function SourceSheet() {
  return (
    <div aria-hidden="true" className={`${sheetClass} overflow-hidden md:col-span-3 lg:col-span-1`}>
      <div className={headClass}>
        Clients <Badge tone="neutral">Source</Badge>
      </div>
      <div className={`${columnsClass} h-[33px] bg-sunken text-xs`}>
        <span />
        <b className="px-2.5 font-semi">Client name</b>
        <span className={moreClass}>Client no.</span>
        <span className={moreClass}>Region</span>
      </div>
      {[...clients, newcomer].map(([name, number, region], index) => (
        <div
          key={name}
          className={
            name === newcomer[0]
              ? `${rowClass} bg-accent-soft shadow-[inset_2px_0_var(--accent)] forced-colors:outline`
              : rowClass
          }
        >
          <span className="tabular text-center text-xs text-ink-2">{firstRow + index}</span>
          <span className={name === newcomer[0] ? 'px-2.5 font-semi text-accent' : 'truncate px-2.5'}>
            {name}
          </span>
          <span className={moreClass}>{number}</span>
          <span className={moreClass}>{region}</span>
        </div>
      ))}
      <div className={`${rowClass} max-lg:hidden`}>
        <span className="tabular text-center text-xs text-ink-2">{firstRow + clients.length + 1}</span>
      </div>
    </div>
  );
}

function TargetSheet({ sheet, column, cell }: (typeof targets)[number]) {
  return (
    <div aria-hidden="true" className={`${sheetClass} relative pb-2`}>
      {/* From the new row to the new option. */}
      <span className="absolute top-[207px] -inset-s-[33px] z-10 h-0.5 w-[76px] bg-accent max-lg:hidden" />
      <div className={headClass}>
        <span className="truncate">{sheet}</span> <ChangeChips added={1} removed={0} />
      </div>
      <div className="grid h-[33px] grid-cols-[66px_minmax(0,1fr)] items-center border-t border-line bg-sunken text-xs">
        <span className="px-2.5 text-ink-2">{column}</span>
        <b className="px-2.5 font-semi">Client</b>
      </div>
      <div className="grid h-[38px] grid-cols-[66px_minmax(0,1fr)] items-center border-t border-line">
        <span className="tabular px-2.5 whitespace-nowrap text-ink-2">{cell}</span>
        <span className="flex h-full items-center justify-between px-2.5 text-ink-2 shadow-[inset_0_0_0_2px_var(--accent)]">
          Choose <ChevronDown className="size-4" />
        </span>
      </div>
      <div className="me-2 ms-9 rounded-md border border-line bg-surface shadow-pop">
        {clients.slice(1).map(([name]) => (
          <p key={name} className="flex h-[38px] items-center truncate px-3 max-md:first:hidden">
            {name}
          </p>
        ))}
        <p className="flex h-[38px] items-center px-1">
          <span className="w-full rounded-sm bg-accent-soft px-2 py-1 font-semi text-accent">
            {newcomer[0]}
          </span>
        </p>
      </div>
    </div>
  );
}
