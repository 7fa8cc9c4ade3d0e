import { activityActions, activitySearchMax, activityStatuses } from '@picksync/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ActivityFilter } from '../../api/activity.queries.ts';

/** The state of the log in the address: its filters, and how many pages are shown. */
export type ActivitySearch = ActivityFilter & { pages?: number };

/** How many pages a reload loads at most. */
const mostPages = 20;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function oneOf<T>(known: readonly T[], value: unknown): T | undefined {
  return known.find((candidate) => candidate === value);
}

/** Reads the filters and the pages from an address; what is none of them is dropped. */
function activitySearch(search: Record<string, unknown>): ActivitySearch {
  const { configId, pages, search: text } = search;
  const status = oneOf(activityStatuses, search.status);
  const action = oneOf(activityActions, search.action);
  return {
    ...(status && { status }),
    ...(action && { action }),
    ...(typeof configId === 'string' && uuid.test(configId) && { configId }),
    ...(typeof text === 'string' && text.trim() !== '' && { search: text.slice(0, activitySearchMax) }),
    ...(Number.isInteger(pages) && Number(pages) > 1 && { pages: Math.min(Number(pages), mostPages) }),
  };
}

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
    /** Typing leaves no trail behind it. */
    setSearch: (search: string) => {
      const { search: _before, ...others } = filter;
      go(search === '' ? others : { ...others, search }, true);
    },
    /** Keeps how many pages are shown, for a reload. */
    keepPages: (count: number) => go({ ...filter, pages: count }, true),
  };
}
