import { quietly } from './session-storage.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

/** Also read by public/theme.js, which sets the theme before the first paint. */
const storageKey = 'theme';

function systemIsDark(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

/** Returns the theme chosen in this browser; by default that of the system. */
export function storedTheme(): ThemeChoice {
  const stored = quietly(() => localStorage.getItem(storageKey));
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Stores the choice. Where storage is not allowed, it lasts until the page is left. */
export function keepTheme(choice: ThemeChoice): void {
  quietly(() =>
    choice === 'system' ? localStorage.removeItem(storageKey) : localStorage.setItem(storageKey, choice),
  );
}

/** Shows the page in a theme. */
export function applyTheme(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && systemIsDark().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

/** Calls back when the system changes from light to dark or the other way. */
export function onSystemTheme(changed: () => void): void {
  systemIsDark().addEventListener('change', changed);
}
