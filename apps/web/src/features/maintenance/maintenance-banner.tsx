import {
  type DateReader,
  describeMaintenance,
  getMaintenanceState,
  type MaintenanceState,
  type MaintenanceWindow,
  maintenanceTimes,
} from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { Check, Clock, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { hideMaintenance, useHiddenMaintenance } from '../../stores/hidden-maintenance.ts';

const icons: Record<MaintenanceState, LucideIcon> = {
  announced: Clock,
  on: Clock,
  late: TriangleAlert,
  over: Check,
};

type MaintenanceBannerProps = { window: MaintenanceWindow; reader: DateReader };

/** Tells on every page of an update: before it, during it, when it takes longer, and when it is over. */
export function MaintenanceBanner({ window, reader }: MaintenanceBannerProps) {
  const now = useNow(...maintenanceTimes(window));
  const hidden = useHiddenMaintenance(({ startsAt }) => startsAt);
  const state = getMaintenanceState(window, now);
  if (!state || (state === 'announced' && hidden === window.startsAt)) return null;
  const { title, text } = describeMaintenance(window, { state, reader, now });
  const Icon = icons[state];
  const isOver = state === 'over';
  return (
    <div
      role="status"
      className={cx(
        'flex items-center gap-3 rounded-lg px-4 py-2.5 text-sm',
        isOver ? 'bg-good-soft' : 'bg-warn-soft',
      )}
    >
      <Icon aria-hidden="true" className={cx('size-4 shrink-0', isOver ? 'text-good' : 'text-warn')} />
      <p className="min-w-0 max-w-none flex-1 text-pretty">
        <b className="font-semi">{title}</b> {text}
        {state === 'late' && (
          <>
            {' '}
            <a href="/status" className="font-semi underline underline-offset-3">
              Status
            </a>
          </>
        )}
      </p>
      {state === 'announced' && (
        <IconButton label="Hide until it begins" onClick={() => hideMaintenance(window.startsAt)}>
          <X />
        </IconButton>
      )}
    </div>
  );
}
