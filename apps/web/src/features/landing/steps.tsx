import { Badge } from '@picksync/ui/badge.tsx';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { ChangeChips } from '../../ui/change-chips.tsx';
import { LandingSection } from './landing-section.tsx';

const steps: { title: string; text: string; picture: ReactNode }[] = [
  {
    title: 'Connect Smartsheet',
    text: 'You allow access on Smartsheet’s own page, by OAuth 2.0. We never see your password.',
    picture: (
      <>
        <Named name="office@northwind.example" detail="Smartsheet, United States" />
        <Badge tone="good">Connected to Smartsheet</Badge>
      </>
    ),
  },
  {
    title: 'Choose two columns',
    text: 'The column to read and the dropdown to fill, single-select or multi-select. A column that cannot be filled says why.',
    picture: (
      <>
        <Choice sheet="Clients" column="Client name" />
        <ArrowRight className="size-4 shrink-0 text-ink-3" />
        <Choice sheet="Time sheet 2026" column="Client" />
      </>
    ),
  },
  {
    title: 'Look, then let it run',
    text: 'You see what would change before anything does. From then on the dropdown follows its source.',
    picture: (
      <>
        <Named
          name={
            <>
              Clients into Time sheet <ChangeChips added={1} removed={0} />
            </>
          }
          detail="Triggered by a change in Clients"
        />
        <Badge tone="good">Active</Badge>
      </>
    ),
  },
];

export function Steps() {
  return (
    <LandingSection id="how" title="Three steps, once">
      <ol className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {steps.map(({ title, text, picture }, index) => (
          <li
            key={title}
            className="grid min-h-32 grid-cols-[40px_minmax(0,1fr)] md:grid-cols-[52px_minmax(0,1fr)_minmax(0,1.1fr)]"
          >
            <span
              aria-hidden="true"
              className="tabular grid place-items-center border-e border-line bg-sunken text-sm text-ink-2 max-md:row-span-2"
            >
              {index + 1}
            </span>
            <div className="grid content-center gap-0.5 px-5 py-5 max-md:pb-2 md:px-7">
              <h3 className="text-lg font-bold tracking-[-0.01em]">{title}</h3>
              <p className="text-pretty text-ink-2">{text}</p>
            </div>
            <div
              aria-hidden="true"
              className="flex flex-wrap content-center items-center gap-x-3 gap-y-2 px-5 pb-5 text-sm md:border-s md:border-line md:px-7 md:py-5"
            >
              {picture}
            </div>
          </li>
        ))}
      </ol>
    </LandingSection>
  );
}

function Named({ name, detail }: { name: ReactNode; detail: string }) {
  return (
    <p className="min-w-0 grow">
      <span className="font-semi">{name}</span>
      <span className="block text-xs text-ink-2">{detail}</span>
    </p>
  );
}

function Choice({ sheet, column }: { sheet: string; column: string }) {
  return (
    <p className="min-w-0 flex-1 rounded-md border border-line px-3 py-1.5">
      <span className="block text-xs text-ink-2">{sheet}</span>
      {column}
    </p>
  );
}
