import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { authStatusQuery } from '../api/session.queries.ts';
import { PagePending } from './page-pending.tsx';
import type { PageOf } from './pages.ts';

/** Returns the component of an address whose page depends on who is signed in. */
export function pageFor(pageOf: PageOf) {
  return function PageForReader() {
    const { data: status } = useQuery(authStatusQuery);
    const isDrawn = useIsDrawn();
    const Page = pageOf(status);
    return isDrawn ? <Page /> : <PagePending />;
  };
}

/**
 * Returns whether the page may be drawn. The first one comes just after its outline: React draws what the router tells it in
 * one go, but what is deferred in slices, between which the browser can answer.
 */
function useIsDrawn(): boolean {
  const isFirst = useRouter().state.resolvedLocation === undefined;
  return useDeferredValue(true, !isFirst);
}
