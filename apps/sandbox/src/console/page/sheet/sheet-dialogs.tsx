import { Badge } from '@picksync/ui/badge.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Sheet } from '../contract.ts';
import { SelectField } from '../controls.tsx';
import { SendDialog } from '../dialogs.tsx';
import { overviewQuery } from '../queries.ts';
import { choosableTypes } from './column-kind.ts';
import type { SheetCalls } from './use-sheet.ts';

type SheetDialogProps = { sheet: Sheet; calls: SheetCalls; onClose: () => void };

const accessLevels = {
  '': 'No access',
  VIEWER: 'Viewer',
  COMMENTER: 'Commenter',
  EDITOR: 'Editor',
  EDITOR_SHARE: 'Editor, can share',
  ADMIN: 'Admin',
};

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
      <Field label="Sheet name">
        {(control) => (
          <Input {...control} maxLength={50} value={name} onChange={({ target }) => setName(target.value)} />
        )}
      </Field>
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
      <Field label="Column name">
        {(control) => (
          <Input
            {...control}
            maxLength={50}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      <SelectField label="Type" options={choosableTypes} value={type} onChange={setType} />
    </SendDialog>
  );
}

/** Sets the access of each account. That of the owner cannot change. */
export function SharingDialog({ sheet, calls, onClose }: SheetDialogProps) {
  const { accounts } = useSuspenseQuery(overviewQuery).data;
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const getAccess = (email: string) => sheet.shares.find((share) => share.email === email)?.access ?? '';
  const send = async () => {
    for (const [email, access] of Object.entries(chosen)) {
      if (access !== getAccess(email) && !(await calls.share(email, access))) return false;
    }
    return true;
  };
  return (
    <SendDialog
      title={`Sharing of ${sheet.name}`}
      description="Who may do what with this sheet."
      submitLabel="Save sharing"
      send={send}
      onClose={onClose}
    >
      <ul className="grid gap-3">
        {accounts.map(({ email, name }) => (
          <li key={email} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0">
              <b className="block font-semi">{name}</b>
              <span className="text-xs text-ink-2 [overflow-wrap:anywhere]">{email}</span>
            </span>
            {email === sheet.owner ? (
              <Badge tone="accent">Owner</Badge>
            ) : (
              <SelectInput
                aria-label={`Access of ${email}`}
                value={chosen[email] ?? getAccess(email)}
                onChange={({ target }) => setChosen({ ...chosen, [email]: target.value })}
                className="w-44!"
              >
                {Object.entries(accessLevels).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectInput>
            )}
          </li>
        ))}
      </ul>
    </SendDialog>
  );
}
