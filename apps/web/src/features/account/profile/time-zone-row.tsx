import { accountSettingsEndpoints } from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '../../../api/account.queries.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/form-errors.ts';
import { authStatusQuery } from '../../../api/session.queries.ts';
import { statsQuery } from '../../../api/stats.queries.ts';
import { showToast } from '../../../stores/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { SettingRow } from '../../../ui/setting-row.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { timeIn, timeZoneHere, timeZoneOptions } from './time-zones.ts';

function useSave() {
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

/** The clock that days in figures, the next sweep and mails follow. */
export function TimeZoneRow({ timeZone }: { timeZone: string | null }) {
  const save = useSave();
  const now = useNow();
  const shown = save.isPending ? save.variables : timeZone;
  const here = timeZoneHere();
  const time = shown && timeIn(shown, now);
  return (
    <SettingRow
      title="Time zone"
      detail={`For days in figures, the next sweep and mails.${time ? ` It is ${time}.` : ''}`}
      action={
        <>
          {here && here !== shown && (
            <Button disabled={save.isPending} onClick={() => save.mutate(here)}>
              Use {here.replaceAll('_', ' ')}
            </Button>
          )}
          <div className="w-[240px] max-w-full">
            <Combobox
              aria-label="Time zone"
              name="Time zone"
              placeholder="Choose a time zone"
              emptyText="No time zone is called so"
              options={timeZoneOptions()}
              value={shown}
              valueLabel={shown ?? undefined}
              clearable={false}
              loading={save.isPending}
              onChange={(next) => next && next !== timeZone && save.mutate(next)}
            />
          </div>
        </>
      }
    />
  );
}
