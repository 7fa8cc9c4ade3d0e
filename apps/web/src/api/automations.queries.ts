import { automationEndpoints } from '@picksync/contracts';
import { pagedQuery, query } from './query.ts';

/** The user's automations, newest first. */
export const automationsQuery = pagedQuery(automationEndpoints.list, {
  filter: {},
  inputOf: (page) => ({ query: page }),
});

/** One automation, as it is now. */
export function automationQuery(id: string) {
  return query(automationEndpoints.read, { params: { id } });
}
