import { Button } from '@picksync/ui/button.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { TextAreaField } from '@picksync/ui/text-field.tsx';
import { useState } from 'react';
import { call } from '../call.ts';
import type { Sheet } from '../contract.ts';
import { AskButton, SendDialog } from '../dialogs.tsx';
import { pluralize } from '../format.ts';
import { attempt } from '../toasts.tsx';
import type { SheetCalls } from './use-sheet.ts';

type Opened = { id: string; name: string; text: string };

type AttachmentsDialogProps = { sheet: Sheet; calls: SheetCalls; onClose: () => void };

/** The files of a sheet. A text file can be read and changed, as a person does who puts another in its place. */
export function AttachmentsDialog({ sheet, calls, onClose }: AttachmentsDialogProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = (id: string, name: string) =>
    attempt(async () => {
      const path = `/api/console/sheets/${sheet.id}/attachments/${id}`;
      setOpened({ id, name, ...(await call<{ text: string }>('GET', path)) });
    });
  if (opened) return <FileDialog file={opened} calls={calls} onClose={() => setOpened(null)} />;
  return (
    <Dialog
      title={`Attachments of ${sheet.name}`}
      description={pluralize(sheet.attachments.length, 'file')}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul aria-label="Attachments" className="grid gap-3">
        {sheet.attachments.length === 0 && <li className="text-sm text-ink-2">Nothing is attached.</li>}
        {sheet.attachments.map(({ id, name, createdAt, createdBy, isText }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 flex-1">
              <b className="block text-sm font-semi [overflow-wrap:anywhere]">{name}</b>
              <span className="text-xs text-ink-2">
                {createdAt} · {createdBy}
              </span>
            </span>
            {isText && <Button onClick={() => void open(id, name)}>Open</Button>}
            <AskButton
              question={`Delete ${name}?`}
              description="It is gone for every account."
              confirmLabel="Delete"
              onConfirm={() => void calls.deleteAttachment(id)}
            >
              Delete
            </AskButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type FileDialogProps = { file: Opened; calls: SheetCalls; onClose: () => void };

function FileDialog({ file, calls, onClose }: FileDialogProps) {
  const [text, setText] = useState(file.text);
  return (
    <SendDialog
      title={file.name}
      description="What is saved here takes the place of the file, under the same id."
      submitLabel="Save file"
      submitDisabled={text === file.text}
      send={() => calls.changeAttachment(file.id, text)}
      onClose={onClose}
    >
      <TextAreaField
        label="Text of the file"
        input={{ value: text, onChange: ({ target }) => setText(target.value) }}
        rows={12}
        className="font-mono"
      />
    </SendDialog>
  );
}
