import { Button } from '@picksync/ui/button.tsx';
import { ConfirmDialog } from '@picksync/ui/confirm-dialog.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Columns3, Copy, FolderInput, Paperclip, Pencil, Plus, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Sheet } from '../contract.ts';
import { AskButton } from '../dialogs.tsx';
import { pluralize } from '../format.ts';
import { PageHead } from '../page-frame.tsx';
import { SharingDialog } from '../sharing-dialog.tsx';
import { AttachmentsDialog } from './attachments-dialog.tsx';
import { ColumnDialog, CopyDialog, MoveDialog, RenameDialog } from './sheet-dialogs.tsx';
import type { SheetCalls } from './use-sheet.ts';

type SheetHeadProps = {
  sheet: Sheet;
  /** How many rows are selected. */
  selected: number;
  calls: SheetCalls;
  onAddRow: () => void;
  onDeleteRows: () => void;
  onDelete: () => void;
};

type Asked = 'rename' | 'share' | 'column' | 'sheet' | 'move' | 'copy' | 'attachments';

/** The name, owner and size of a sheet, and what can be done with it. */
export function SheetHead({ sheet, selected, calls, onAddRow, onDeleteRows, onDelete }: SheetHeadProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const dialogProps = { sheet, calls, onClose: close };
  return (
    <>
      <PageHead
        title={sheet.name}
        beside={
          <IconButton label="Rename sheet" onClick={() => setAsked('rename')}>
            <Pencil aria-hidden="true" />
          </IconButton>
        }
        facts={[sheet.owner, pluralize(sheet.rows, 'row'), `version ${sheet.version}`, ...sheet.traits].join(
          ' · ',
        )}
        actions={
          <>
            {selected > 0 && (
              <AskButton
                variant="danger"
                question={`Delete ${pluralize(selected, 'row')}?`}
                description="Rows under them are deleted too. This cannot be undone."
                confirmLabel="Delete"
                onConfirm={onDeleteRows}
              >
                Delete {pluralize(selected, 'row')}
              </AskButton>
            )}
            <IconButton label="Delete sheet" onClick={() => setAsked('sheet')}>
              <Trash2 aria-hidden="true" />
            </IconButton>
            <IconButton label="Copy sheet" onClick={() => setAsked('copy')}>
              <Copy aria-hidden="true" />
            </IconButton>
            <IconButton label="Move sheet" onClick={() => setAsked('move')}>
              <FolderInput aria-hidden="true" />
            </IconButton>
            <Button onClick={() => setAsked('attachments')}>
              <Paperclip aria-hidden="true" />
              Attachments
            </Button>
            <Button onClick={() => setAsked('share')}>
              <UserPlus aria-hidden="true" />
              Sharing
            </Button>
            <Button onClick={() => setAsked('column')}>
              <Columns3 aria-hidden="true" />
              Add column
            </Button>
            <Button variant="primary" onClick={onAddRow}>
              <Plus aria-hidden="true" />
              Add row
            </Button>
          </>
        }
      />
      {asked === 'rename' && <RenameDialog {...dialogProps} />}
      {asked === 'share' && (
        <SharingDialog
          {...sheet}
          description="Who may do what with this sheet."
          share={calls.share}
          onClose={close}
        />
      )}
      {asked === 'move' && <MoveDialog {...dialogProps} />}
      {asked === 'copy' && <CopyDialog {...dialogProps} />}
      {asked === 'attachments' && <AttachmentsDialog {...dialogProps} />}
      {asked === 'column' && <ColumnDialog {...dialogProps} />}
      <ConfirmDialog
        open={asked === 'sheet'}
        title={`Delete ${sheet.name}?`}
        description="The sheet is gone for every account. Reset the sandbox to get it back."
        confirmLabel="Delete sheet"
        destructive
        onConfirm={() => {
          close();
          onDelete();
        }}
        onCancel={close}
      />
    </>
  );
}
