import { Button } from '@picksync/ui/button.tsx';
import { ConfirmDialog } from '@picksync/ui/confirm-dialog.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Columns3, Pencil, Plus, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Sheet } from '../contract.ts';
import { AskButton } from '../dialogs.tsx';
import { pluralize } from '../format.ts';
import { PageHead } from '../page-frame.tsx';
import { ColumnDialog, RenameDialog, SharingDialog } from './sheet-dialogs.tsx';
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

type Asked = 'rename' | 'share' | 'column' | 'sheet';

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
      {asked === 'share' && <SharingDialog {...dialogProps} />}
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
