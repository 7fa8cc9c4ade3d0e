import { activityEndpoints, type Query } from '@picksync/contracts';
import { pagedQuery, query } from './query.ts';

export type ActivityFilter = Pick<
  Query<typeof activityEndpoints.lines>,
  'status' | 'action' | 'configId' | 'search'
>;

/** Where the activity that is shown comes from: the lines of the log, and the entries of one. */
export const activityPaths = [activityEndpoints.lines.path, activityEndpoints.line.path] as const;

const pageSize = 25;
/** How many lines the dashboard shows. */
const recentLimit = 8;

function linesQuery(filter: ActivityFilter & { limit: number }) {
  return pagedQuery(activityEndpoints.lines, { query: filter });
}

/** The latest lines, newest first. */
export const recentActivityQuery = linesQuery({ limit: recentLimit });

/** All lines with an entry that passes the filter, newest first. */
export function filteredActivityQuery(filter: ActivityFilter) {
  return linesQuery({ ...filter, limit: pageSize });
}

/** The entries of a line that pass the filter. */
export function activityLineQuery(id: string, filter: ActivityFilter) {
  return query(activityEndpoints.line, { params: { id }, query: filter });
}
