import { usePageTitle } from '../../ui/page-title.ts';
import { Facts } from './facts.tsx';
import { Hero } from './hero.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { LandingHeader } from './landing-header.tsx';
import { Pricing } from './pricing.tsx';
import { Steps } from './steps.tsx';

export const landingTitle = 'Smartsheet dropdowns that keep themselves up to date';

/** What a visitor sees: what it does, how, what it promises, what it costs. */
export function LandingPage() {
  usePageTitle(landingTitle);
  return (
    <div className="min-h-dvh bg-canvas">
      <LandingHeader />
      <main className="mx-auto grid w-full max-w-[1120px] gap-16 px-4 pb-16 md:gap-24 md:px-8">
        <Hero />
        <Steps />
        <Facts />
        <Pricing />
      </main>
      <LandingFooter />
    </div>
  );
}
