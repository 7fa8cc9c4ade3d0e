import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

const looks: Record<'good' | 'warn' | 'bad' | 'neutral', { icon: LucideIcon; className: string }> = {
  good: { icon: CircleCheck, className: 'bg-good-soft text-good' },
  warn: { icon: TriangleAlert, className: 'bg-warn-soft text-warn' },
  bad: { icon: CircleAlert, className: 'bg-bad-soft text-bad' },
  neutral: { icon: Info, className: 'bg-sunken text-ink-2' },
};

type AlertProps = { tone: keyof typeof looks; title?: string; children?: ReactNode; action?: ReactNode };

/** A message that belongs to the place where it stands. What went wrong is read out at once, the rest when there is time. */
export function Alert({ tone, title, children, action }: AlertProps) {
  const { icon: Icon, className } = looks[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx('flex gap-2.5 rounded-md px-3 py-2.5 text-sm', className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-0 flex-1 gap-0.5">
        {title && <p className="font-semi">{title}</p>}
        {children && <div className="text-ink-2">{children}</div>}
        {action && <div className="mt-1.5">{action}</div>}
      </div>
    </div>
  );
}
