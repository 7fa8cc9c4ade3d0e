import { automationEndpoints } from '@picksync/contracts';
import { pagedQuery } from './query.ts';

/** The last runs of an automation, newest first. */
export function runsQuery(automationId: string) {
  return pagedQuery(automationEndpoints.runs, {
    filter: { automationId },
    inputOf: (page) => ({ params: { id: automationId }, query: page }),
  });
}
