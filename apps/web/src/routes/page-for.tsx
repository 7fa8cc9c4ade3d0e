import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef } from 'react';
import { authStatusQuery } from '../api/session.queries.ts';
import type { LazyPage } from './lazy-page.tsx';
import { PagePending } from './page-pending.tsx';
import type { PageOf } from './pages.ts';
import { focusHeadingOnceShown } from './use-heading-focus.ts';

/** Returns the component of a route whose page depends on the session. */
export function pageFor(getPage: PageOf) {
  return function PageForReader() {
    const { data: status } = useQuery(authStatusQuery);
    const isDrawn = useIsDrawn();
    const Page = getPage(status);
    useFocusOnChange(Page);
    return isDrawn ? <Page /> : <PagePending />;
  };
}

/** Moves the focus to the heading when the page at an address changes, as after a login. */
function useFocusOnChange(Page: LazyPage): void {
  const before = useRef(Page);
  useEffect(() => {
    if (before.current === Page) return;
    before.current = Page;
    return focusHeadingOnceShown();
  }, [Page]);
}

/**
 * Returns whether the page may be drawn. The first page is drawn just after its skeleton: React renders a deferred
 * value in slices, between which the browser stays responsive.
 */
function useIsDrawn(): boolean {
  const isFirst = useRouter().state.resolvedLocation === undefined;
  return useDeferredValue(true, !isFirst);
}
