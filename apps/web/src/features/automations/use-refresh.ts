import { activityEndpoints, automationEndpoints, statsEndpoints } from '@picksync/contracts';
import { useQueryClient } from '@tanstack/react-query';

const paths = [automationEndpoints.list.path, statsEndpoints.read.path, activityEndpoints.list.path];

/** Asks again for everything the dashboard shows. */
export const useRefresh = () => {
  const queryClient = useQueryClient();
  return () => Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
};
