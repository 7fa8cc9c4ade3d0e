import { CircleAlert, TriangleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { Dialog } from './dialog.tsx';

export type FailureNotice = {
  title: string;
  message: string;
  suggestion: string;
  severity: 'warning' | 'error';
  code: string;
};

type FailureDialogProps = { notice: FailureNotice; onDismiss: () => void };

/** What went wrong, what to do, and the code that support will ask for. */
export function FailureDialog({ notice, onDismiss }: FailureDialogProps) {
  const Icon = notice.severity === 'error' ? CircleAlert : TriangleAlert;
  return (
    <Dialog
      onClose={onDismiss}
      title={notice.title}
      footer={
        <Button variant="primary" onClick={onDismiss}>
          Close
        </Button>
      }
    >
      <div className="flex gap-3 text-sm">
        <Icon
          aria-hidden="true"
          className={cx('mt-0.5 size-5 shrink-0', notice.severity === 'error' ? 'text-bad' : 'text-warn')}
        />
        <div className="grid gap-1">
          <p>{notice.message}</p>
          <p className="text-ink-2">{notice.suggestion}</p>
        </div>
      </div>
      <p className="mt-4 rounded-md bg-sunken px-3 py-2 text-xs text-ink-2">
        Error code: <span className="font-semi">{notice.code}</span>
      </p>
    </Dialog>
  );
}
