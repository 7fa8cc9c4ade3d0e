import { useQuery } from '@tanstack/react-query';
import { authStatusQuery } from '../api/session.queries.ts';
import { useFirstDrawing } from '../ui/use-first-drawing.ts';
import { PagePending } from './page-pending.tsx';
import type { PageOf } from './pages.ts';

/** Returns the component of an address whose page depends on who is signed in. */
export function pageFor(pageOf: PageOf) {
  return function PageForReader() {
    const { data: status } = useQuery(authStatusQuery);
    const isDrawn = useFirstDrawing();
    const Page = pageOf(status);
    return isDrawn ? <Page /> : <PagePending />;
  };
}
