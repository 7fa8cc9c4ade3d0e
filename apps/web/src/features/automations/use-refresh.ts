import { automationEndpoints, ruleEndpoints, statsEndpoints } from '@picksync/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { activityPaths } from '../../api/activity.queries.ts';

/** Where what the dashboard shows comes from. */
export const dashboardPaths = [
  automationEndpoints.list.path,
  automationEndpoints.read.path,
  automationEndpoints.runs.path,
  automationEndpoints.changes.path,
  statsEndpoints.read.path,
  ruleEndpoints.list.path,
  ...activityPaths,
];

/** Loads all of it again. */
export function useRefresh() {
  const queryClient = useQueryClient();
  return () => Promise.all(dashboardPaths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
}
