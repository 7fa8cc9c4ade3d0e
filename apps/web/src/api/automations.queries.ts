import { type Automation, automationEndpoints } from '@picksync/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { pagedQuery, query } from './query.ts';

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
