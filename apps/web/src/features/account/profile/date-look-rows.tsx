import {
  type Clock,
  clocks,
  type DateLook,
  type DateOrder,
  dateOrders,
  dateWriter,
} from '@picksync/contracts';
import { Segmented } from '@picksync/ui/segmented.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useSaveAccount } from './use-save-account.ts';

type Props = DateLook & { timeZone: string | null };

/** In which order dates are written: each choice is today. */
export function DatesRow({ timeZone, clock, dateOrder }: Props) {
  const save = useSaveAccount<{ dateOrder: DateOrder }>('Dates saved');
  const now = useNow();
  return (
    <SettingRow
      title="Dates"
      detail="On pages and in mails."
      action={
        <div className="w-[240px] max-w-full">
          <SelectInput
            aria-label="Dates"
            className="w-full"
            value={save.isPending ? save.variables.dateOrder : dateOrder}
            onChange={({ target }) => {
              const chosen = dateOrders.find((order) => order === target.value);
              if (chosen) save.mutate({ dateOrder: chosen });
            }}
          >
            {dateOrders.map((order) => (
              <option key={order} value={order}>
                {dateWriter({ timeZone, clock, dateOrder: order }).day(now)}
              </option>
            ))}
          </SelectInput>
        </div>
      }
    />
  );
}

/** Whether a day has two times twelve hours, or 24: each choice is now. */
export function ClockRow({ timeZone, clock, dateOrder }: Props) {
  const save = useSaveAccount<{ clock: Clock }>('Clock saved');
  const now = useNow();
  return (
    <SettingRow
      title="Clock"
      detail="On pages and in mails."
      action={
        <Segmented
          label="Clock"
          options={clocks.map((value) => ({
            value,
            label: dateWriter({ timeZone, clock: value, dateOrder }).time(now),
          }))}
          value={save.isPending ? save.variables.clock : clock}
          onChange={(chosen) => save.mutate({ clock: chosen })}
        />
      }
    />
  );
}
