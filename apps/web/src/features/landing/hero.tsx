import { trialDays } from '@picksync/contracts';
import { buttonClass } from '../../ui/button.tsx';
import { HeroPicture } from './hero-picture.tsx';

export function Hero() {
  return (
    <section className="grid items-center gap-10 pt-12 md:pt-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:gap-14">
      <div className="grid gap-5">
        <h1 className="text-display font-bold tracking-[-0.03em] text-balance">
          Smartsheet dropdowns that keep themselves up to date
        </h1>
        <p className="max-w-[52ch] text-lg text-pretty text-ink-2">
          Picksync reads a column of one sheet and keeps the dropdown of another in step with it. Add a client
          once, and every sheet can pick it.
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <a href="/login?mode=register" className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Start your free trial
          </a>
          <p className="text-sm text-ink-3">{trialDays} days with the Basic features. No card needed.</p>
        </div>
      </div>
      <HeroPicture />
    </section>
  );
}
