import { activityEndpoints, automationEndpoints, statsEndpoints } from '@picksync/contracts';
import { useQueryClient } from '@tanstack/react-query';

/** Where what the dashboard shows comes from. */
export const dashboardPaths = [
  automationEndpoints.list.path,
  automationEndpoints.read.path,
  automationEndpoints.runs.path,
  statsEndpoints.read.path,
  activityEndpoints.lines.path,
];

/** Loads all of it again. */
export function useRefresh() {
  const queryClient = useQueryClient();
  return () => Promise.all(dashboardPaths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
}
