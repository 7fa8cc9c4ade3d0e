/** The items of an open menu, from top to bottom; disabled ones are reached as well. */
function findItems(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
}

/** Gives the focus to the first or the last item, or to the menu while it has none. */
export function focusItem(menu: HTMLElement | null, which: 'first' | 'last'): void {
  const items = findItems(menu);
  const checked = items.find((item) => item.ariaChecked === 'true');
  const item = checked ?? items.at(which === 'first' ? 0 : -1);
  (item ?? menu)?.focus({ preventScroll: true });
}

/** Returns the item that a key leads to, going round at the ends; a letter leads to the next item that begins with it. */
export function itemAfter(menu: HTMLElement | null, key: string): HTMLElement | undefined {
  const items = findItems(menu);
  const at = items.findIndex((item) => item.matches(':focus'));
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at < 0 ? -1 : at - 1);
  if (key === 'Home') return items.at(0);
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const letter = key.toLowerCase();
  const fromNext = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return fromNext.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter));
}
