import { useState } from 'react';
import type { Sheet } from '../contract.ts';
import { SelectField } from '../controls.tsx';
import { SendDialog } from '../dialogs.tsx';
import { NameField, PlaceField } from '../places.tsx';
import { choosableTypes } from './column-kind.ts';
import type { SheetCalls } from './use-sheet.ts';

type SheetDialogProps = { sheet: Sheet; calls: SheetCalls; onClose: () => void };

export function RenameDialog({ sheet, calls, onClose }: SheetDialogProps) {
  const [name, setName] = useState(sheet.name);
  return (
    <SendDialog
      title="Rename the sheet"
      description="Its id stays the same."
      submitLabel="Rename"
      send={() => calls.rename(name)}
      onClose={onClose}
    >
      <NameField label="Sheet name" value={name} onChange={setName} />
    </SendDialog>
  );
}

export function ColumnDialog({ calls, onClose }: SheetDialogProps) {
  const [title, setTitle] = useState('');
  const [type, setType] = useState<keyof typeof choosableTypes>('PICKLIST');
  return (
    <SendDialog
      title="Add a column"
      description="It comes after the last one."
      submitLabel="Add column"
      submitDisabled={title.trim() === ''}
      send={() => calls.addColumn({ title: title.trim(), type })}
      onClose={onClose}
    >
      <NameField label="Column name" value={title} onChange={setTitle} />
      <SelectField label="Type" options={choosableTypes} value={type} onChange={setType} />
    </SendDialog>
  );
}

export function MoveDialog({ sheet, calls, onClose }: SheetDialogProps) {
  const [place, setPlace] = useState(sheet.place ?? '');
  return (
    <SendDialog
      title={`Move ${sheet.name}`}
      description="The sharing of the workspace comes with it; the sheet’s own stays."
      submitLabel="Move sheet"
      submitDisabled={place === (sheet.place ?? '')}
      send={() => calls.move(place)}
      onClose={onClose}
    >
      <PlaceField value={place} onChange={setPlace} />
    </SendDialog>
  );
}

export function CopyDialog({ sheet, calls, onClose }: SheetDialogProps) {
  const [name, setName] = useState(`${sheet.name.slice(0, 40)} copy`);
  const [place, setPlace] = useState(sheet.place ?? '');
  return (
    <SendDialog
      title={`Copy ${sheet.name}`}
      description="With its columns and rows. Sharing and attachments stay behind."
      submitLabel="Copy sheet"
      submitDisabled={name.trim() === ''}
      send={() => calls.copy(name.trim(), place)}
      onClose={onClose}
    >
      <NameField label="Sheet name" value={name} onChange={setName} />
      <PlaceField value={place} onChange={setPlace} />
    </SendDialog>
  );
}
