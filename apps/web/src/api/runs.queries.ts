import { automationEndpoints, runsKept } from '@picksync/contracts';
import { pagedQuery } from './query.ts';

/** The last runs of an automation, newest first: all that are kept come in the first page. */
export function runsQuery(automationId: string) {
  return pagedQuery(automationEndpoints.runs, { params: { id: automationId }, query: { limit: runsKept } });
}
