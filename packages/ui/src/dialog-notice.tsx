import { CircleCheck, Lock, WifiOff } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { cx } from './class-names.ts';

export type DialogNotice = {
  kind: 'offline' | 'back' | 'session';
  text: string;
  action?: ReactNode;
  /** Why a form cannot be sent at the moment. Whoever has filled it in finds it beside the button. */
  waitText?: string;
};

/** What every open dialog has to say, such as that the network is gone. The page below, which says it too, is covered. */
export const DialogNoticeContext = createContext<DialogNotice | null>(null);

const looks = {
  offline: { icon: WifiOff, className: 'bg-warn-soft', iconClass: 'text-warn' },
  session: { icon: Lock, className: 'bg-warn-soft', iconClass: 'text-warn' },
  back: { icon: CircleCheck, className: 'bg-good-soft', iconClass: 'text-good' },
};

/** The strip along the upper edge of a dialog. The element is there before its text, so that the text is read out. */
export function DialogNoticeStrip({ className }: { className: string }) {
  const notice = useContext(DialogNoticeContext);
  const look = notice && looks[notice.kind];
  return (
    <div aria-live="polite" className={notice ? className : 'sr-only'}>
      {notice && look && (
        <div
          className={cx(
            'flex min-h-11 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line py-1.5 ps-5 pe-14 text-sm md:ps-6',
            look.className,
          )}
        >
          <look.icon aria-hidden="true" className={cx('size-4 shrink-0', look.iconClass)} />
          <span className="min-w-40 flex-1">{notice.text}</span>
          {notice.action}
        </div>
      )}
    </div>
  );
}
