/** Lets the search, which comes when it is first opened, have a name, and wide tables be scrolled by keyboard. */
export function preparePage(): void {
  nameSearchField();
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

function letTablesScroll(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('.sl-markdown-content table')) {
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
    else table.removeAttribute('tabindex');
  }
}
