import { plans } from '@picksync/contracts';
import type { ReactNode } from 'react';
import { LandingSection } from './landing-section.tsx';
import { PlanText } from './plan-text.tsx';

const questions: readonly (readonly [question: string, answer: ReactNode])[] = [
  [
    'Do values that people have picked change?',
    'No. The list of options changes. A cell keeps what was picked, even when that option has left the list.',
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
            <p className="max-w-[66ch] pr-8 pb-4 text-pretty text-ink-2">{answer}</p>
          </details>
        ))}
      </div>
    </LandingSection>
  );
}
