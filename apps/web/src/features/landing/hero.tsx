import { plans, trialDays } from '@picksync/contracts';
import { buttonClass } from '@picksync/ui/button.tsx';
import type { ReactNode } from 'react';
import { HeroPicture } from './hero-picture.tsx';
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
