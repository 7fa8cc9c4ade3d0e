import { usualDateLook } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { useNow } from '@picksync/ui/use-now.ts';
import { useAuthStatus } from '../../api/session.queries.ts';
import { clockTime, dayNames, type OpenHours, supportWeek } from './support-hours.ts';

const dayMinutes = 24 * 60;
function percent(minute: number): string {
  return `${(minute / dayMinutes) * 100}%`;
}

/** When support is open by the reader's own clock, and where now is. */
export function SupportWeek() {
  const { user } = useAuthStatus();
  const timeZone = user?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { clock } = user ?? usualDateLook;
  const { days, now, text } = supportWeek({ timeZone, clock }, useNow());
  const moment = `${dayNames[now.day]}, ${clockTime(now.minute, clock)}`;
  return (
    <div className="grid w-full gap-1.5">
      <p className="text-xs text-ink-2">In your time: {text}.</p>
      <div
        role="img"
        aria-label={`Open ${text} in your time; now it is ${moment}`}
        className="grid grid-cols-7 gap-1 text-center text-xs text-ink-2"
      >
        {days.map((hours, day) => (
          <div key={dayNames[day]} className="grid gap-1">
            <div className="relative h-13 overflow-hidden rounded-sm bg-sunken">
              {hours.map((open) => (
                <OpenBar key={open.from} open={open} />
              ))}
              {day === now.day && (
                <div
                  style={{ top: percent(now.minute) }}
                  className="absolute inset-x-0 border-t-2 border-ink forced-colors:border-[Highlight]"
                />
              )}
            </div>
            <span className={cx(day === now.day && 'font-bold text-ink')}>{dayNames[day]?.charAt(0)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function OpenBar({ open: { from, to } }: { open: OpenHours }) {
  return (
    <div
      style={{ top: percent(from), height: percent(to - from) }}
      className="absolute inset-x-0 rounded-sm bg-accent opacity-85 forced-colors:bg-[CanvasText] forced-color-adjust-none"
    />
  );
}
