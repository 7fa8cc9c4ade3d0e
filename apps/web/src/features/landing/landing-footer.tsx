import { chooseTheme, useTheme } from '../../stores/theme.ts';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';

export function LandingFooter() {
  const choice = useTheme((state) => state.choice);
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex w-full max-w-[1120px] flex-wrap items-center justify-between gap-4 px-4 py-6 md:px-8">
        <p className="text-xs text-ink-3">
          Picksync is not affiliated with Smartsheet Inc. Smartsheet is a trademark of Smartsheet Inc.
        </p>
        <div className="flex items-center gap-4">
          <a href="/help" className="text-sm font-medium text-ink-2 hover:text-ink">
            Help & Support
          </a>
          {/* Without a script it could do nothing. */}
          <ThemeToggle value={choice} onChange={chooseTheme} className="noscript:hidden" />
        </div>
      </div>
    </footer>
  );
}
