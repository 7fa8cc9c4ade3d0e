import { Button } from '@picksync/ui/button.tsx';
import { Panel } from '@picksync/ui/card.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Folder, FolderPlus, Trash2, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { call } from './call.ts';
import type { PlaceView } from './contract.ts';
import { SelectField } from './controls.tsx';
import { AskButton, SendDialog } from './dialogs.tsx';
import { pluralize } from './format.ts';
import { overviewQuery } from './queries.ts';
import { SharingDialog } from './sharing-dialog.tsx';
import { attempt } from './toasts.tsx';

/** Returns the place with this address as the routes want it; null for the owner's own sheets. */
export function parsePlace(id: string): { workspaceId: string; folderId?: string } | null {
  const [workspaceId, folderId] = id.split('/');
  if (!workspaceId) return null;
  return { workspaceId, ...(folderId !== undefined && { folderId }) };
}

type PlaceFieldProps = { value: string; onChange: (id: string) => void };

/** Chooses a workspace, one of its folders, or the owner's own sheets. */
export function PlaceField({ value, onChange }: PlaceFieldProps) {
  const { places } = useSuspenseQuery(overviewQuery).data;
  const options = {
    '': 'The owner’s own sheets',
    ...Object.fromEntries(places.map(({ id, path }) => [id, path.join(' / ')])),
  };
  return <SelectField label="Place" options={options} value={value} onChange={onChange} />;
}

/** The workspaces and their folders, with how many sheets lie in each. */
export function Places() {
  const { places, sheets } = useSuspenseQuery(overviewQuery).data;
  const [isAdding, setAdding] = useState(false);
  return (
    <Panel
      title="Workspaces"
      actions={
        <Button onClick={() => setAdding(true)}>
          <Users aria-hidden="true" />
          New workspace
        </Button>
      }
    >
      <ul aria-label="Workspaces and folders" className="divide-y divide-line">
        {places.map((place) => (
          <PlaceRow
            key={place.id}
            place={place}
            sheetCount={sheets.filter((sheet) => sheet.place === place.id).length}
          />
        ))}
      </ul>
      {isAdding && <WorkspaceDialog onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function PlaceRow({ place, sheetCount }: { place: PlaceView; sheetCount: number }) {
  const [asked, setAsked] = useState<'folder' | 'share' | null>(null);
  const { path, isFolder, owner } = place;
  const name = path.at(-1) ?? '';
  const close = () => setAsked(null);
  const remove = () =>
    attempt(() => call('DELETE', '/api/console/places', parsePlace(place.id)), `${name} is deleted.`);
  const share = (email: string, access: string) =>
    attempt(() =>
      call('PUT', `/api/console/workspaces/${place.id}/shares`, { email, access: access || null }),
    );
  return (
    <li className="flex items-center gap-2 px-4 py-1.5 md:px-5">
      {path.slice(1).map((above) => (
        <span key={above} aria-hidden="true" className="w-3 shrink-0" />
      ))}
      {isFolder ? (
        <Folder aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      ) : (
        <Users aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      )}
      <span className="min-w-0 flex-1">
        <b className="block truncate text-sm font-semi">{name}</b>
        <span className="text-xs text-ink-2">
          {[isFolder ? [] : owner, pluralize(sheetCount, 'sheet')].flat().join(' · ')}
        </span>
      </span>
      {!isFolder && (
        <IconButton label={`Sharing of ${name}`} onClick={() => setAsked('share')}>
          <UserPlus aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label={`New folder in ${name}`} onClick={() => setAsked('folder')}>
        <FolderPlus aria-hidden="true" />
      </IconButton>
      <AskButton
        variant="quiet"
        aria-label={`Delete ${name}`}
        question={`Delete ${name}?`}
        description="Its folders and sheets are deleted too. Reset the sandbox to get them back."
        confirmLabel="Delete"
        onConfirm={() => void remove()}
      >
        <Trash2 aria-hidden="true" />
      </AskButton>
      {asked === 'folder' && <FolderDialog place={place} onClose={close} />}
      {asked === 'share' && (
        <SharingDialog
          name={name}
          description="Who may do what with this workspace and every sheet in it."
          owner={owner}
          shares={place.shares}
          share={share}
          onClose={close}
        />
      )}
    </li>
  );
}

function FolderDialog({ place, onClose }: { place: PlaceView; onClose: () => void }) {
  const [name, setName] = useState('');
  const body = { name: name.trim(), place: parsePlace(place.id) };
  return (
    <SendDialog
      title="New folder"
      description={`It lies in ${place.path.join(' / ')}.`}
      submitLabel="Create folder"
      submitDisabled={body.name === ''}
      send={() => attempt(() => call('POST', '/api/console/folders', body))}
      onClose={onClose}
    >
      <NameField label="Folder name" value={name} onChange={setName} />
    </SendDialog>
  );
}

function WorkspaceDialog({ onClose }: { onClose: () => void }) {
  const { accounts } = useSuspenseQuery(overviewQuery).data;
  const [name, setName] = useState('');
  const [owner, setOwner] = useState(accounts[0]?.email ?? '');
  const body = { name: name.trim(), owner };
  const owners = Object.fromEntries(accounts.map((account) => [account.email, account.email]));
  return (
    <SendDialog
      title="New workspace"
      description="Whoever it is shared with has the same access to all of its sheets."
      submitLabel="Create workspace"
      submitDisabled={body.name === ''}
      send={() => attempt(() => call('POST', '/api/console/workspaces', body))}
      onClose={onClose}
    >
      <NameField label="Workspace name" value={name} onChange={setName} />
      <SelectField label="Owner" options={owners} value={owner} onChange={setOwner} />
    </SendDialog>
  );
}

type NameFieldProps = { label: string; value: string; onChange: (name: string) => void };

export function NameField({ label, value, onChange }: NameFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Input {...control} maxLength={50} value={value} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
}
