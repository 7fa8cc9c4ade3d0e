import { ruleEndpoints } from '@picksync/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRefresh } from '../use-refresh.ts';

/** Loads the rules with their sheets again, and what the dashboard shows. */
export function useRefreshRules() {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return async () => {
    const paths = [ruleEndpoints.read.path, ruleEndpoints.matches.path];
    await Promise.all([
      refresh(),
      ...paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })),
    ]);
  };
}
