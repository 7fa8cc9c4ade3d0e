import { ThemeToggle } from '@picksync/ui/theme-toggle.tsx';
import { chooseTheme, useTheme } from '../../stores/theme.ts';
import { Brand } from '../../ui/brand-mark.tsx';
import { StartTrial } from './hero.tsx';

const links = [
  ['#how', 'How it works'],
  ['#pricing', 'Pricing'],
  ['/help', 'Help & Support'],
  ['/login', 'Login'],
] as const;

/** The footer: the button to start once more, and links. */
export function LandingFooter() {
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
        <span className="mr-auto">
          <Brand />
        </span>
        {links.map(([href, name]) => (
          <a key={href} href={href} className="font-medium text-ink-2 hover:text-ink">
            {name}
          </a>
        ))}
        {/* Without a script it could do nothing. */}
        <ThemeToggle value={choice} onChange={chooseTheme} className="noscript:hidden" />
        <p className="w-full text-xs text-ink-2">
          Picksync is not affiliated with Smartsheet Inc. Smartsheet is a trademark of Smartsheet Inc.
        </p>
      </div>
    </footer>
  );
}
