import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

type Address = { pathname: string; search: { section?: string } };

/** What is one page to its reader. A dialog or a notice in the address makes no other page of it. */
function pageAt({ pathname, search }: Address): string {
  return `${pathname} ${search.section ?? ''}`;
}

/** Brings the focus to the heading of the section that the address leads to, else to that of the page. Returns whether it did. */
export function focusHeading(): boolean {
  const heading =
    document.querySelector<HTMLElement>('main [data-page-heading]') ??
    document.querySelector<HTMLElement>('main h1');
  if (!heading || document.querySelector('[role="dialog"]')) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** Brings the focus to the heading of each page that is opened, so that it is read out and Tab goes on from there. */
export function useHeadingFocus(): void {
  const router: AnyRouter = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (fromLocation && pageAt(fromLocation) !== pageAt(toLocation)) focusHeading();
      }),
    [router],
  );
}
