import { isShortcutKey } from '@picksync/web/src/stores/commands.ts';
import { showExampleTabs } from './example-tabs.ts';

/**
 * Lets the search, whose code comes a moment after the page, have a name and the key "/", examples be tabs, and wide tables be
 * scrolled by keyboard.
 */
export function preparePage(): void {
  boundIdleWait();
  prepareSearchField();
  openSearchByKey();
  showExampleTabs();
  letTablesScroll();
  addEventListener('resize', letTablesScroll);
}

/** How long the code of the search waits for an idle moment of the browser, in milliseconds. */
const longestIdleWait = 1000;

/** Starlight fetches the search when the browser is idle, and a busy one may never be. */
function boundIdleWait(): void {
  const { requestIdleCallback } = window;
  if (typeof requestIdleCallback !== 'function') return;
  window.requestIdleCallback = (callback) =>
    requestIdleCallback.call(window, callback, { timeout: longestIdleWait });
}

/** Names the field when it comes, and gives it the focus if the search was opened before. */
function prepareSearchField(): void {
  const place = document.querySelector('#starlight__search');
  if (!place) return;
  const observer = new MutationObserver(() => {
    const field = place.querySelector('input');
    if (!field) return;
    field.setAttribute('aria-label', 'Search the documentation');
    field.removeAttribute('title');
    if (place.closest('dialog[open]')) field.focus();
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
