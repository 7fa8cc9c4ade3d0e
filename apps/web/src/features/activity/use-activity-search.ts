import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ActivityFilter } from '../../api/activity.queries.ts';
import { activitySearch } from './activity-search.ts';

/** The filters of the log. They are kept in the address, so that Back, a reload and a link keep them. */
export function useActivitySearch() {
  const navigate = useNavigate();
  const { pages = 1, ...filter } = activitySearch(useSearch({ strict: false }));
  const go = (search: ActivityFilter & { pages?: number }, replace: boolean) =>
    void navigate({
      to: '/dashboard',
      search: { section: 'activity', ...search },
      replace,
      resetScroll: false,
    });
  return {
    filter,
    pages,
    setFilter: (next: ActivityFilter) => go(next, false),
    /** Keeps how many pages are shown, for a reload. */
    keepPages: (count: number) => go({ ...filter, pages: count }, true),
  };
}
