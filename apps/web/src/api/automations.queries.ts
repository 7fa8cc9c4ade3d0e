import { automationEndpoints, previewEndpoints } from '@picksync/contracts';
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

/** Both sheets are read for it, and large ones take their time. */
const lookTimeoutMs = 60_000;

/** What a sync of an automation would do now. It holds values of sheets: forgotten when nobody looks at it any more. */
export function previewQuery(id: string) {
  return {
    ...query(previewEndpoints.read, { params: { id } }, { timeoutMs: lookTimeoutMs }),
    gcTime: 0,
  };
}
