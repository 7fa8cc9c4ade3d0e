import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = { icon: LucideIcon; title: string; text?: string; action?: ReactNode };

/** Nothing is there, and what to do about it. */
export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1 px-5 py-10 text-center">
      <span className="mb-2 grid size-10 place-items-center rounded-full bg-sunken text-ink-3">
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </span>
      <p className="font-semi">{title}</p>
      {text && <p className="max-w-[46ch] text-sm text-ink-2">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
