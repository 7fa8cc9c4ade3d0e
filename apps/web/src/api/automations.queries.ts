import { type Automation, automationEndpoints, runsKept } from '@picksync/contracts';
import { infiniteQueryOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from './call.ts';
import { pagedQuery, query, searchOptions } from './query.ts';

/** The user's automations, newest first. */
export const automationsQuery = pagedQuery(automationEndpoints.list, {});

/** One automation, as it is now. */
export function automationQuery(id: string) {
  return query(automationEndpoints.read, { params: { id } });
}

/** Shows an automation that was created at the head of the list, as far as that has been loaded. */
export function addToList(queryClient: QueryClient, created: Automation): void {
  queryClient.setQueryData(automationsQuery.queryKey, (list) => {
    if (!list || list.pages.some(({ reply }) => reply.some(({ id }) => id === created.id))) return list;
    const [first, ...others] = list.pages;
    return first && { ...list, pages: [{ ...first, reply: [created, ...first.reply] }, ...others] };
  });
}

/** The last runs of an automation, newest first: all that are kept come in the first page. */
export function runsQuery(automationId: string) {
  return pagedQuery(automationEndpoints.runs, { params: { id: automationId }, query: { limit: runsKept } });
}

/** What was changed of an automation, newest first. */
export function changesQuery(automationId: string) {
  return pagedQuery(automationEndpoints.changes, { params: { id: automationId } });
}

/** One read of a source with a result for each dropdown. It does not change any more, apart from what later runs add. */
export function passQuery(id: string) {
  return query(automationEndpoints.pass, { params: { id } });
}

/** Dropdown columns that look like the list of an automation, a few sheets at a time; each search reads again. */
export function candidatesQuery({ id, sourceSheetId, sourceColumnId }: Automation) {
  return infiniteQueryOptions({
    queryKey: [automationEndpoints.candidates.path, id],
    queryFn: ({ signal, pageParam }) => {
      const from = pageParam === 0 ? {} : { from: pageParam };
      const body = { sourceSheetId, sourceColumnId, automationId: id, ...from };
      return call(automationEndpoints.candidates, { body }, { signal });
    },
    ...searchOptions,
  });
}

/** How many free columns that look like a list the last search in this tab has found. It is never fetched. */
export function alikeCountQuery({ sourceSheetId, sourceColumnId }: Automation) {
  return queryOptions<number>({
    queryKey: ['alike count', sourceSheetId, sourceColumnId],
    queryFn: skipToken,
    gcTime: 30 * 60_000,
  });
}
