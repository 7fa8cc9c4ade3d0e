import { isShortcutKey } from '@picksync/web/src/stores/commands.ts';
import { showExampleTabs } from './example-tabs.ts';

/**
 * Lets the search, which comes when it is first opened, have a name and the key "/", examples be tabs, and wide tables be
 * scrolled by keyboard.
 */
export function preparePage(): void {
  nameSearchField();
  openSearchByKey();
  showExampleTabs();
  letTablesScroll();
  addEventListener('resize', letTablesScroll);
}

function nameSearchField(): void {
  const place = document.querySelector('#starlight__search');
  if (!place) return;
  const observer = new MutationObserver(() => {
    const field = place.querySelector('input');
    if (!field) return;
    field.setAttribute('aria-label', 'Search the documentation');
    field.removeAttribute('title');
    observer.disconnect();
  });
  observer.observe(place, { childList: true, subtree: true });
}

/** The same key as in the application, unless single keys are switched off there. */
function openSearchByKey(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || document.querySelector('dialog[open]') || !isShortcutKey(event)) return;
    event.preventDefault();
    document.querySelector<HTMLButtonElement>('button[data-open-modal]')?.click();
  });
}

function letTablesScroll(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('.sl-markdown-content table')) {
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
    else table.removeAttribute('tabindex');
  }
}
