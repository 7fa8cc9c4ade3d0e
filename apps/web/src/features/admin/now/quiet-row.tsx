import { cx } from '@picksync/ui/class-names.ts';
import { CircleCheck, CircleQuestionMark } from 'lucide-react';

type QuietRowProps = { title: string; text: string; isUnread?: boolean };

/** Nothing is there, in one row: a quiet day keeps the page short. `isUnread` where nobody knows. */
export function QuietRow({ title, text, isUnread = false }: QuietRowProps) {
  const Icon = isUnread ? CircleQuestionMark : CircleCheck;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 border-t border-line px-4 py-3.5 text-sm md:px-5">
      <Icon
        aria-hidden="true"
        className={cx('mt-0.5 size-4', isUnread ? 'text-warn' : 'text-good')}
        strokeWidth={2}
      />
      <div>
        <p className="font-semi">{title}</p>
        <p className="text-xs text-pretty text-ink-2">{text}</p>
      </div>
    </div>
  );
}
