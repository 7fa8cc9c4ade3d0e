import { LandingSection } from './landing-section.tsx';

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
