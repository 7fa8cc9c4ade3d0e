import { automationEndpoints } from '@picksync/contracts';
import { pagedQuery } from './query.ts';

/** The user's automations, newest first. */
export const automationsQuery = pagedQuery(automationEndpoints.list, {
  filter: {},
  inputOf: (page) => ({ query: page }),
});
