import { type AccountChange, type AccountView, accountSettingsEndpoints } from '@picksync/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '../../../api/account.queries.ts';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { authStatusQuery } from '../../../api/session.queries.ts';
import { statsQuery } from '../../../api/stats.queries.ts';
import { showToast } from '../../../stores/toast.ts';

/** What is written from now on is written as the account says, before anything is drawn again. */
function showAccount(queryClient: QueryClient, account: AccountView): void {
  const { timeZone, clock, dateOrder } = account;
  queryClient.setQueryData(
    authStatusQuery.queryKey,
    (status) => status && { ...status, user: status.user && { ...status.user, timeZone, clock, dateOrder } },
  );
  queryClient.setQueryData(accountQuery.queryKey, account);
}

/** Returns a mutation that saves a choice of the profile, says so, and loads again what depends on it. */
export function useSaveAccount<C extends AccountChange>(saved: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: C) => call(accountSettingsEndpoints.update, { body: change }, { quiet: true }),
    onSuccess: async (account) => {
      showAccount(queryClient, account);
      showToast({ title: saved });
      await Promise.all(
        [authStatusQuery, statsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
      );
    },
    onError: (problem) =>
      showToast({ tone: 'bad', title: 'Not saved', description: getMessage(problem, 'Please try again.') }),
  });
}
