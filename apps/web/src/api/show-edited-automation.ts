import type { Automation } from '@picksync/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { automationQuery, automationsQuery } from './automations.queries.ts';

/**
 * Shows an automation as the answer to its edit says, wherever it has been loaded: a form that is opened before it is loaded again
 * begins with what was saved.
 */
export function showEditedAutomation(queryClient: QueryClient, edited: Automation): void {
  queryClient.setQueryData(
    automationsQuery.queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          reply: page.reply.map((one) => (one.id === edited.id ? edited : one)),
        })),
      },
  );
  queryClient.setQueryData(automationQuery(edited.id).queryKey, (shown) => shown && edited);
}
