import { type Activity, type ActivityAction, activityStatusNames } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { Check, CircleAlert, Info, type LucideIcon, Pause, TriangleAlert, Undo2 } from 'lucide-react';

type Look = { icon: LucideIcon; className: string };

const looks: Record<Activity['status'], Look> = {
  success: { icon: Check, className: 'text-good' },
  error: { icon: CircleAlert, className: 'text-bad' },
  warning: { icon: TriangleAlert, className: 'text-warn' },
  info: { icon: Info, className: 'text-ink-3' },
};

function findLook({ status, action }: Pick<Activity, 'status'> & { action: ActivityAction | null }): Look {
  if (action === 'restore_list' && status === 'success') return { icon: Undo2, className: 'text-ink-2' };
  return action === 'pause_automation' && status === 'info'
    ? { icon: Pause, className: 'text-ink-3' }
    : looks[status];
}

/** The mark of a status, which is also said. */
export function StatusMark(of: Parameters<typeof findLook>[0]) {
  const { icon: Icon, className } = findLook(of);
  return (
    <>
      <Icon aria-hidden="true" strokeWidth={1.75} className={cx('size-4', className)} />
      <span className="sr-only">{activityStatusNames[of.status]}: </span>
    </>
  );
}
