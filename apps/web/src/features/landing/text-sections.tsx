import { plans } from '@picksync/contracts';
import type { ReactNode } from 'react';
import { LandingSection } from './landing-section.tsx';
import { PlanText } from './plan-text.tsx';

/** The spellings of one client in five sheets; the errors are marked. */
const spellings = [
  { sheet: 'Clients', parts: [['Café Noir', true]] },
  {
    sheet: 'Time sheet 2026',
    parts: [
      ['Cafe', false],
      [' Noir', true],
    ],
  },
  {
    sheet: 'Expense report',
    parts: [
      ['Café ', true],
      ['Noire', false],
    ],
  },
  { sheet: 'Projects', parts: [['CAFÉ NOIR', false]] },
  { sheet: 'Assignments', parts: [] },
] as const;

/** The problem that the product solves. */
export function FiveLists() {
  return (
    <LandingSection title="The same list, typed into five sheets, is soon five different lists.">
      <dl className="grid overflow-hidden rounded-lg border border-line bg-surface max-md:divide-y max-md:divide-line md:grid-cols-5 md:divide-x md:divide-line">
        {spellings.map(({ sheet, parts }) => (
          <div key={sheet} className="grid max-md:grid-cols-[144px_minmax(0,1fr)]">
            <dt className="bg-sunken px-4 py-3 text-xs font-semi text-ink-2 md:border-b md:border-line md:py-2">
              {sheet}
            </dt>
            <dd className="px-4 py-3">
              {parts.length === 0 && <span className="text-ink-2">not there yet</span>}
              {parts.map(([text, isRight]) =>
                isRight ? (
                  text
                ) : (
                  <span
                    key={text}
                    className="underline decoration-bad decoration-wavy decoration-[1.5px] underline-offset-4"
                  >
                    {text}
                  </span>
                ),
              )}
            </dd>
          </div>
        ))}
      </dl>
    </LandingSection>
  );
}

const facts = [
  [
    'No data storage on servers',
    'No cell value and no option text is ever stored. We keep names of sheets and columns, counts and keyed hashes.',
  ],
  [
    'It stops and asks',
    'A run that would leave a dropdown empty writes nothing until you approve exactly that difference.',
  ],
  [
    'Bi-directional sync',
    'If you choose two-way, an option added by hand becomes a row of the source, and deletions travel both ways.',
  ],
  [
    'Existing values preserved',
    'Add only, or remove only what no cell uses. What was picked before stays in its cell.',
  ],
  [
    'One call per account',
    'When nothing has moved, a check costs one call to Smartsheet, however many automations you have.',
  ],
  [
    'Duplicate removal',
    'Repeats become one option, spaces are tidied. Blanks and formula errors never become an option.',
  ],
] as const;

export function Facts() {
  return (
    <LandingSection
      id="care"
      title="Careful with your sheets"
      text="One thing is written: the list of options of the dropdown you chose. Rows, cells and copies only where you choose that."
      beside
    >
      <dl className="grid gap-x-10 sm:grid-cols-2">
        {facts.map(([title, text]) => (
          <div key={title} className="border-t border-line pt-4 pb-6">
            <dt className="mb-1 font-bold">{title}</dt>
            <dd className="text-pretty text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </LandingSection>
  );
}

const questions: readonly (readonly [question: string, answer: ReactNode])[] = [
  [
    'Do values that people have picked change?',
    'Not unless you choose it. A cell keeps what was picked, even when that option has left the list. Where you let names follow, a name that is corrected in the source is corrected in the cells that use it.',
  ],
  [
    'How soon does a dropdown follow?',
    'With real-time sync, when Smartsheet tells us of the change. Otherwise with the next check, every 15 minutes. You can also press Sync Now.',
  ],
  [
    'Which columns can be filled?',
    'Dropdown columns, single or multi-select, of sheets where you are owner or admin. What cannot be filled says why.',
  ],
  [
    'What happens when the trial ends?',
    <>
      You are on <PlanText plan={plans.free} what="name" />: <PlanText plan={plans.free} what="limit" />,
      checked every 15 minutes. The newest surplus automations are paused. Nothing is deleted.
    </>,
  ],
  [
    'Can I stop at any time?',
    'Yes. A canceled plan lasts until the end of the period you paid for. Your dropdowns stay as they are.',
  ],
];

/** The questions; they open and close without a script. */
export function Questions() {
  return (
    <LandingSection
      id="questions"
      title="Questions"
      text={
        <>
          Something else?{' '}
          <a href="/help" className="font-semi text-accent underline underline-offset-2">
            Write to us
          </a>
          .
        </>
      }
      beside
    >
      <div className="divide-y divide-line border-y border-line">
        {questions.map(([question, answer], index) => (
          <details key={question} open={index === 0} className="group">
            <summary className="flex list-none items-baseline justify-between gap-4 rounded-sm py-3.5 font-semi [&::-webkit-details-marker]:hidden">
              {question}
              <span aria-hidden="true" className="text-xl leading-5 font-normal text-ink-2">
                <span className="group-open:hidden">+</span>
                <span className="not-group-open:hidden">–</span>
              </span>
            </summary>
            <p className="max-w-[66ch] pe-8 pb-4 text-pretty text-ink-2">{answer}</p>
          </details>
        ))}
      </div>
    </LandingSection>
  );
}
