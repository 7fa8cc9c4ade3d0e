import { activityEndpoints, type Query } from '@picksync/contracts';
import { pagedQuery } from './query.ts';

export type ActivityFilter = Pick<Query<typeof activityEndpoints.list>, 'status' | 'action' | 'configId'>;

const pageSize = 25;
/** How many entries the dashboard shows. */
const recentLimit = 8;

function activityQuery(filter: ActivityFilter & { limit: number }) {
  return pagedQuery(activityEndpoints.list, { query: filter });
}

/** The latest entries, newest first. */
export const recentActivityQuery = activityQuery({ limit: recentLimit });

/** All stored entries that match the filter, newest first. */
export function filteredActivityQuery(filter: ActivityFilter) {
  return activityQuery({ ...filter, limit: pageSize });
}
