import { Button } from '@picksync/ui/button.tsx';
import { Combobox } from '@picksync/ui/combobox.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { timeIn } from '../../../ui/dates.ts';
import { timeZoneHere, timeZoneOptions } from './time-zones.ts';
import { useSaveAccount } from './use-save-account.ts';

/** The time zone for days in figures, the next sweep and mails. */
export function TimeZoneRow({ timeZone }: { timeZone: string | null }) {
  const save = useSaveAccount<{ timeZone: string }>('Time zone saved');
  const now = useNow();
  const shown = save.isPending ? save.variables.timeZone : timeZone;
  const here = timeZoneHere();
  const time = shown && timeIn(shown, now);
  return (
    <SettingRow
      title="Time zone"
      detail={`For days in figures, the next sweep and mails.${time ? ` It is ${time}.` : ''}`}
      action={
        <>
          {here && here !== shown && (
            <Button disabled={save.isPending} onClick={() => save.mutate({ timeZone: here })}>
              Use {here.replaceAll('_', ' ')}
            </Button>
          )}
          <div className="w-[240px] max-w-full">
            <Combobox
              aria-label="Time zone"
              name="Time zone"
              placeholder="Choose a time zone"
              emptyText="No time zone has this name"
              options={timeZoneOptions()}
              value={shown}
              valueLabel={shown ?? undefined}
              clearable={false}
              loading={save.isPending}
              onChange={(next) => next && next !== timeZone && save.mutate({ timeZone: next })}
            />
          </div>
        </>
      }
    />
  );
}
