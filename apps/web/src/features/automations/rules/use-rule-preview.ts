import type { PreviewRule } from '@picksync/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { rulePreviewQuery } from '../../../api/rules.queries.ts';
import { useLoadOn } from '../../../api/use-load-on.ts';

/** Looks through the sheets of a place, one call after another, until all were looked at; null while something is missing. */
export function useRulePreview(draft: PreviewRule | null) {
  const search = useInfiniteQuery(rulePreviewQuery(draft));
  const { data, hasNextPage, isError, fetchNextPage } = search;
  const last = data?.pages.at(-1);
  useLoadOn(search, { waitMs: last?.waitMs ?? 0 });
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
