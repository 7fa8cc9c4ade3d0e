import { applyTheme, keepTheme, onSystemTheme, storedTheme } from '@picksync/web/src/stores/theme-choice.ts';

/** Lets every choice of theme on the page show the stored one, and stores what is chosen: the same as in the application. */
export function followTheme(): void {
  const selects = [...document.querySelectorAll<HTMLSelectElement>('[data-theme-select]')];
  const show = () => {
    for (const select of selects) select.value = storedTheme();
  };
  for (const select of selects) {
    select.addEventListener('change', () => {
      const choice = select.value === 'light' || select.value === 'dark' ? select.value : 'system';
      keepTheme(choice);
      applyTheme(choice);
      show();
    });
  }
  onSystemTheme(() => applyTheme(storedTheme()));
  show();
}
