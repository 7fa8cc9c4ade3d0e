import { create } from 'zustand';
import { applyTheme, keepTheme, onSystemTheme, storedTheme, type ThemeChoice } from './theme-choice.ts';

export const useTheme = create<{ choice: ThemeChoice }>(() => ({ choice: storedTheme() }));

export function chooseTheme(choice: ThemeChoice): void {
  keepTheme(choice);
  useTheme.setState({ choice });
  applyTheme(choice);
}

/** Follows the system for as long as nothing else is chosen. */
export function followSystemTheme(): void {
  onSystemTheme(() => applyTheme(useTheme.getState().choice));
}
