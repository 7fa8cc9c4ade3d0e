import { usePageTitle } from '../../ui/page-title.ts';
import { Facts } from './facts.tsx';
import { FiveLists } from './five-lists.tsx';
import { Glimpses } from './glimpses.tsx';
import { Hero } from './hero.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { LandingHeader } from './landing-header.tsx';
import { Pricing } from './pricing.tsx';
import { Questions } from './questions.tsx';
import { Steps } from './steps.tsx';

export const landingTitle = 'Smartsheet dropdowns that keep themselves up to date';

/** The start page for visitors: what the product does, how, what it promises, and the prices. */
export function LandingPage() {
  usePageTitle(landingTitle);
  return (
    <div className="min-h-dvh bg-canvas">
      <LandingHeader />
      <main className="grid grid-cols-[minmax(0,1fr)] gap-18 pb-18 md:gap-24 md:pb-24 lg:gap-28 lg:pb-28">
        <Hero />
        <FiveLists />
        <Steps />
        <Glimpses />
        <Facts />
        <Pricing />
        <Questions />
      </main>
      <LandingFooter />
    </div>
  );
}
