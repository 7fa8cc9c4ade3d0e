import { create } from 'zustand';

export type ThemeChoice = 'light' | 'dark' | 'system';

/** Also read by public/theme.js, which sets the theme before the first paint. */
const storageKey = 'theme';

function systemIsDark(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function apply(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && systemIsDark().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

export const useTheme = create<{ choice: ThemeChoice }>(() => ({ choice: readChoice() }));

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // Storage is forbidden: the choice lasts until the page is left.
  }
  useTheme.setState({ choice });
  apply(choice);
}

/** Follows the system for as long as nothing else is chosen. */
export function followSystemTheme(): void {
  systemIsDark().addEventListener('change', () => apply(useTheme.getState().choice));
}
