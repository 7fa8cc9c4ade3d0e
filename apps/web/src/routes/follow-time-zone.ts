import type { QueryClient } from '@tanstack/react-query';
import { authStatusQuery } from '../api/session.queries.ts';
import { writeDatesIn } from '../ui/dates.ts';

/** Makes every page show days and times in the time zone that the user has chosen. */
export function followTimeZone(queryClient: QueryClient): void {
  let shown: string | undefined;
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== authStatusQuery.queryKey[0]) return;
    const zone = queryClient.getQueryData(authStatusQuery.queryKey)?.user?.timeZone ?? undefined;
    if (zone === shown) return;
    shown = zone;
    writeDatesIn(zone);
  });
}
