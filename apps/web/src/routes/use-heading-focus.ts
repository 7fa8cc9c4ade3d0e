import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

type Address = { pathname: string; search: { section?: string } };

/** Returns the identity of a page: a dialog or a notice in the address does not make it another page. */
function pageAt({ pathname, search }: Address): string {
  return `${pathname} ${search.section ?? ''}`;
}

/** Moves the focus to the heading of the section in the address, else to that of the page. Returns whether it did. */
export function focusHeading(): boolean {
  const heading =
    document.querySelector<HTMLElement>('main [data-page-heading]') ??
    document.querySelector<HTMLElement>('main h1');
  if (!heading || document.querySelector('[role="dialog"]')) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** Moves the focus to what opens the form of a new automation. Returns whether it did. */
export function focusNewConfiguration(): boolean {
  const button = document.querySelector<HTMLElement>('main [data-new-configuration]');
  if (!button || document.querySelector('[role="dialog"]')) return false;
  button.focus({ preventScroll: true });
  return true;
}

/**
 * Moves the focus as soon as there is what takes it, to the heading unless something else is named, and unless something else
 * has it by then. Returns a function that cancels it.
 */
export function focusOnceShown(focus: () => boolean = focusHeading): () => void {
  const look = () => {
    if (document.activeElement !== document.body || focus()) shown.disconnect();
  };
  const shown = new MutationObserver(look);
  shown.observe(document.body, { childList: true, subtree: true });
  look();
  return () => shown.disconnect();
}

/**
 * Moves the focus to the heading of each page that is opened, so that it is read out and Tab continues from there. A page
 * that is still loading may have no heading yet.
 */
export function useHeadingFocus(): void {
  const router: AnyRouter = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (fromLocation && pageAt(fromLocation) !== pageAt(toLocation)) focusHeading() || focusOnceShown();
      }),
    [router],
  );
}
