import { Button } from '@picksync/ui/button.tsx';
import { copyText } from '@picksync/ui/copy-text.ts';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { useAskBeforeUnload } from '@picksync/ui/use-ask-before-unload.ts';
import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { askToConfirm } from '../../../stores/confirm.ts';

type RecoveryCodesDialogProps = { title: string; codes: string[]; onClose: () => void };

function download(codes: string[]): void {
  const text = `Picksync recovery codes. Each works once.\n\n${codes.join('\n')}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'picksync-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(url);
}

/**
 * Shows the recovery codes the only time they can be seen. Closing it asks first, unless they were copied, printed or
 * downloaded.
 */
export function RecoveryCodesDialog({ title, codes, onClose }: RecoveryCodesDialogProps) {
  const [announcement, setAnnouncement] = useState('');
  const [areKept, setKept] = useState(false);
  useAskBeforeUnload(!areKept);
  const copy = async () => {
    const isCopied = await copyText(codes.join('\n'));
    setKept((before) => before || isCopied);
    setAnnouncement(
      isCopied ? 'Copied.' : 'Your browser did not allow it. Please select the codes and copy them.',
    );
  };
  const save = () => {
    download(codes);
    setKept(true);
  };
  const leave = async () => {
    const isSafe =
      areKept ||
      (await askToConfirm({
        title: 'Have you kept them?',
        description:
          'The codes have not been copied, printed or downloaded here, and they cannot be shown again.',
        confirmLabel: 'I have kept them',
        cancelLabel: 'Go back',
      }));
    if (isSafe) onClose();
  };
  return (
    <Dialog
      onClose={() => void leave()}
      title={title}
      width="md"
      description="Keep these recovery codes in a safe place: with one of them you can log in without your app. Each works once. They are shown only now."
      footer={
        <>
          <Button onClick={() => void copy()}>
            <Copy aria-hidden="true" />
            Copy
          </Button>
          <Button
            onClick={() => {
              setKept(true);
              window.print();
            }}
          >
            <Printer aria-hidden="true" />
            Print
          </Button>
          <Button onClick={save}>
            <Download aria-hidden="true" />
            Download
          </Button>
          <Button variant="primary" className="max-md:w-full md:ms-auto" onClick={onClose}>
            I have kept them
          </Button>
        </>
      }
    >
      <div data-print className="print:bg-white print:text-black">
        <p className="mb-3 hidden print:block">Picksync recovery codes. Each works once.</p>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-1 gap-x-6 gap-y-0.5 rounded-md bg-sunken px-4 print:bg-white py-3 font-mono text-sm min-[21.25rem]:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <p role="status" className="mt-2 min-h-5 text-sm text-ink-2">
        {announcement}
      </p>
    </Dialog>
  );
}
