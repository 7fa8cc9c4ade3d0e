import type { PreviewRule } from '@picksync/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { rulePreviewQuery } from '../../../api/rules.queries.ts';

/** Looks through the sheets of a place, one call after another, until all were looked at; null while something is missing. */
export function useRulePreview(draft: PreviewRule | null) {
  const search = useInfiniteQuery(rulePreviewQuery(draft));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = search;
  const last = data?.pages.at(-1);
  const waitMs = last?.waitMs ?? 0;
  const goesOn = hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(() => void fetchNextPage(), waitMs);
    return () => clearTimeout(timer);
  }, [goesOn, waitMs, fetchNextPage]);
  return {
    sheets: data?.pages.flatMap(({ sheets }) => sheets) ?? [],
    unread: data?.pages.reduce((total, { unread }) => total + unread, 0) ?? 0,
    last,
    isOver: data !== undefined && !hasNextPage,
    error: isError ? search.error : null,
    retry: () => void (data ? fetchNextPage() : search.refetch()),
    lookAgain: () => void search.refetch(),
  };
}

export type RulePreviewState = ReturnType<typeof useRulePreview>;
