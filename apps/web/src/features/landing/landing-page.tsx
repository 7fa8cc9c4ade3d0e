import { legalLinks } from '@picksync/contracts';
import { buttonClass } from '@picksync/ui/button.tsx';
import { ThemeToggle } from '@picksync/ui/theme-toggle.tsx';
import { chooseTheme, useTheme } from '../../stores/theme.ts';
import { Brand } from '../../ui/brand-mark.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Glimpses } from './glimpses.tsx';
import { Hero, StartTrial } from './hero.tsx';
import { Pricing } from './pricing.tsx';
import { Steps } from './steps.tsx';
import { Facts, FiveLists, Questions } from './text-sections.tsx';

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

const places = [
  ['#how', 'How it works'],
  ['#care', 'Safety'],
  ['#pricing', 'Pricing'],
  ['#questions', 'Questions'],
] as const;

function LandingHeader() {
  return (
    <header className="sticky top-0 z-10 bg-canvas/92 backdrop-blur-sm short:static">
      <div className="mx-auto flex h-15 w-full max-w-[1184px] items-center justify-between gap-3 px-4 md:px-8">
        <Brand />
        <nav aria-label="Main" className="flex items-center gap-1">
          {places.map(([href, name]) => (
            <a key={href} href={href} className={`${buttonClass({ variant: 'quiet' })} max-lg:hidden`}>
              {name}
            </a>
          ))}
          <a href="/login" className={buttonClass({ variant: 'quiet' })}>
            Login
          </a>
          <a href="/login?mode=register" className={buttonClass({ variant: 'primary' })}>
            Start free
          </a>
        </nav>
      </div>
    </header>
  );
}

const links = [
  ['#how', 'How it works'],
  ['#pricing', 'Pricing'],
  ['/help', 'Help & Support'],
  ['/docs', 'Documentation'],
  ['/status', 'Status'],
  ['/login', 'Login'],
] as const;

/** The footer: the button to start once more, and links. */
function LandingFooter() {
  const choice = useTheme((state) => state.choice);
  return (
    <footer>
      <div className="border-y border-line bg-surface">
        <div className="mx-auto flex w-full max-w-[1184px] flex-wrap items-center justify-between gap-x-7 gap-y-4 px-4 py-11 md:px-8">
          <h2 className="text-2xl font-bold tracking-[-0.022em]">Retype nothing this week.</h2>
          <StartTrial note="No card needed." />
        </div>
      </div>
      <div className="mx-auto flex w-full max-w-[1184px] flex-wrap items-center gap-x-7 gap-y-3 px-4 py-7 text-sm md:px-8">
        <span className="me-auto max-lg:w-full">
          <Brand />
        </span>
        {links.map(([href, name]) => (
          <a key={href} href={href} className="font-medium text-ink-2 hover:text-ink">
            {name}
          </a>
        ))}
        {/* Without a script it could do nothing. */}
        <ThemeToggle value={choice} onChange={chooseTheme} className="noscript:hidden" />
        <nav aria-label="Legal" className="flex w-full flex-wrap gap-x-5 gap-y-1 text-xs">
          {legalLinks.map(([href, name]) => (
            <a key={href} href={href} className="py-1 font-medium text-ink-2 hover:text-ink">
              {name}
            </a>
          ))}
        </nav>
        <p className="w-full text-xs text-ink-2">
          Picksync is not affiliated with Smartsheet Inc. Smartsheet is a trademark of Smartsheet Inc.
        </p>
      </div>
    </footer>
  );
}
