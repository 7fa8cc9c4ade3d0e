import { isolated } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Name } from '@picksync/ui/name.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Folder, Layers } from 'lucide-react';
import { useId, useState } from 'react';
import { getMessage } from '../../../api/form-errors.ts';
import { type Place, placesQuery } from '../../../api/rules.queries.ts';
import type { ChosenPlace } from './rule-values.ts';

type PlaceFieldProps = {
  value: ChosenPlace | null;
  error?: string | undefined;
  onChange: (place: ChosenPlace | null) => void;
};

/** A tree of workspaces and folders, of which one is chosen; once it is, its name stands in the place of the tree. */
export function PlaceField({ value, error, onChange }: PlaceFieldProps) {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1.5">
      <p id={id} className="text-sm font-medium">
        Workspace or Folder
      </p>
      {value ? (
        <Chosen place={value} onChange={() => onChange(null)} />
      ) : (
        <fieldset
          aria-labelledby={id}
          className="max-h-56 overflow-y-auto rounded-md border border-edge bg-surface p-1.5 text-sm"
        >
          <Level within={null} workspace={null} onChoose={onChange} />
        </fieldset>
      )}
      {error && <p className="text-xs text-bad">{error}</p>}
    </div>
  );
}

function Chosen({ place, onChange }: { place: ChosenPlace; onChange: () => void }) {
  const Icon = place.kind === 'workspace' ? Layers : Folder;
  return (
    <>
      <div className="flex min-h-9 items-center gap-2 rounded-md border border-edge bg-surface ps-3 pe-1 text-sm">
        <Icon aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <Name>{place.name}</Name>
        </span>
        <Button size="sm" variant="quiet" aria-label="Change the workspace or folder" onClick={onChange}>
          Change
        </Button>
      </div>
      <p className="text-xs text-ink-2">
        {place.workspaceName !== null
          ? `In the workspace ${isolated(place.workspaceName)}`
          : place.kind === 'workspace'
            ? 'A workspace'
            : 'A folder'}
      </p>
    </>
  );
}

type LevelProps = {
  within: Place | null;
  /** The workspace in which it lies. */
  workspace: Place | null;
  onChoose: (place: ChosenPlace) => void;
};

/** What lies in a place, read when it is opened. */
function Level({ within, workspace, onChoose }: LevelProps) {
  const { data, error, isFetching, refetch } = useQuery(placesQuery(within));
  if (error && !isFetching)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2 px-2 py-1.5 text-ink-2">
        {getMessage(error, 'The folders could not be read.')}
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!data)
    return (
      <Loading label="Reading the folders" className="grid gap-2 px-2 py-1.5">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
      </Loading>
    );
  if (data.places.length === 0)
    return (
      <p className="px-2 py-1.5 text-ink-2">
        {within === null ? 'You can see no workspace.' : 'No folders in it.'}
      </p>
    );
  return (
    <ul className={cx(within !== null && 'ms-4 border-s border-line ps-1')}>
      {data.places.map((place) => (
        <Branch key={place.id} place={place} workspace={workspace} onChoose={onChoose} />
      ))}
      {!data.isWhole && <li className="px-2 py-1.5 text-xs text-ink-2">Smartsheet has more than these.</li>}
    </ul>
  );
}

function toChosen(place: Place, workspace: Place | null): ChosenPlace {
  return workspace
    ? { ...place, workspaceName: workspace.name, workspaceId: workspace.id }
    : { ...place, workspaceName: null };
}

type BranchProps = Omit<LevelProps, 'within'> & { place: Place };

function Branch({ place, workspace, onChoose }: BranchProps) {
  const [isOpen, setOpen] = useState(false);
  const { kind, name } = place;
  const Icon = kind === 'workspace' ? Layers : Folder;
  return (
    <li>
      <div className="flex items-center gap-0.5">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`Folders in ${isolated(name)}`}
          onClick={() => setOpen(!isOpen)}
          className="grid size-7 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-sunken pointer-coarse:size-11"
        >
          <ChevronRight
            aria-hidden="true"
            className={cx('size-4 transition-transform', isOpen && 'rotate-90')}
          />
        </button>
        <button
          type="button"
          onClick={() => onChoose(toChosen(place, workspace))}
          className="flex min-h-7 min-w-0 flex-1 items-center gap-2 rounded-sm px-1.5 text-start [overflow-wrap:anywhere] hover:bg-sunken pointer-coarse:min-h-11"
        >
          <Icon aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-3" />
          <Name>{name}</Name>
        </button>
      </div>
      {isOpen && (
        <Level within={place} workspace={kind === 'workspace' ? place : workspace} onChoose={onChoose} />
      )}
    </li>
  );
}
