import { useQuery } from '@tanstack/react-query';
import { authStatusQuery } from '../api/session.queries.ts';
import type { PageOf } from './pages.ts';

/** Returns the component of an address whose page depends on who is signed in. */
export function pageFor(pageOf: PageOf) {
  return function PageForReader() {
    const { data: status } = useQuery(authStatusQuery);
    const Page = pageOf(status);
    return <Page />;
  };
}
