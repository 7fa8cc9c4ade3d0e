import { CircleCheck, Lock, WifiOff } from 'lucide-react';
import { cx } from './class-names.ts';
import { useDialogNotice } from './dialog-notice.ts';

const looks = {
  offline: { icon: WifiOff, className: 'bg-warn-soft', iconClass: 'text-warn' },
  session: { icon: Lock, className: 'bg-warn-soft', iconClass: 'text-warn' },
  back: { icon: CircleCheck, className: 'bg-good-soft', iconClass: 'text-good' },
};

type DialogNoticeStripProps = {
  /** Whether the dialog is about the end of the session, which it then does not say again. */
  isAboutSession?: boolean | undefined;
  className: string;
};

/** The strip along the upper edge of a dialog. The element is there before its text, so that the text is read out. */
export function DialogNoticeStrip({ isAboutSession, className }: DialogNoticeStripProps) {
  const said = useDialogNotice();
  const notice = isAboutSession && said?.kind === 'session' ? null : said;
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
