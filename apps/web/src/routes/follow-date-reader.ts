import type { QueryClient } from '@tanstack/react-query';
import { authStatusQuery } from '../api/session.queries.ts';
import { writeDatesFor } from '../ui/dates.ts';

/** Makes every page show days and times in the time zone, the order and by the clock that the user has chosen. */
export function followDateReader(queryClient: QueryClient): void {
  let shown = '';
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== authStatusQuery.queryKey[0]) return;
    const user = queryClient.getQueryData(authStatusQuery.queryKey)?.user;
    const reader = user ? { timeZone: user.timeZone, clock: user.clock, dateOrder: user.dateOrder } : null;
    const next = JSON.stringify(reader);
    if (next === shown) return;
    shown = next;
    writeDatesFor(reader);
  });
}
