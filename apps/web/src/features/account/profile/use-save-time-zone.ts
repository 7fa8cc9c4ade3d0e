import { accountSettingsEndpoints } from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '../../../api/account.queries.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/form-errors.ts';
import { authStatusQuery } from '../../../api/session.queries.ts';
import { statsQuery } from '../../../api/stats.queries.ts';
import { showToast } from '../../../stores/toast.ts';

/** Returns a mutation that saves a time zone and loads again what depends on it. */
export function useSaveTimeZone() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (timeZone: string) =>
      call(accountSettingsEndpoints.update, { body: { timeZone } }, { quiet: true }),
    onSuccess: async (account) => {
      queryClient.setQueryData(accountQuery.queryKey, account);
      showToast({ title: 'Time zone saved' });
      await Promise.all(
        [authStatusQuery, statsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
      );
    },
    onError: (problem) =>
      showToast({ tone: 'bad', title: 'Not saved', description: messageOf(problem, 'Please try again.') }),
  });
}
