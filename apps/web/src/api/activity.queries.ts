import { activityEndpoints, type Query } from '@picksync/contracts';
import { pagedQuery } from './query.ts';

export type ActivityFilter = Omit<Query<typeof activityEndpoints.list>, 'cursor'>;

/** How many entries the dashboard shows. */
export const dashboardActivityLimit = 8;

/** The user's activity, newest first. */
export const activityQuery = (filter: ActivityFilter) =>
  pagedQuery(activityEndpoints.list, { filter, inputOf: (page) => ({ query: { ...filter, ...page } }) });
