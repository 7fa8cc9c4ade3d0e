import { isolated } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Name } from '@picksync/ui/name.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Folder, Layers } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { getMessage } from '../../../api/form-errors.ts';
import { type Place, placesQuery } from '../../../api/rules.queries.ts';
import type { ChosenPlace } from './rule-values.ts';

type PlaceTreeProps = { labelledBy: string; onChoose: (place: ChosenPlace) => void };

/** Workspaces and the folders in them, read when they are opened, by the ARIA pattern of a tree: one stop, and arrow keys. */
export function PlaceTree({ labelledBy, onChoose }: PlaceTreeProps) {
  const [active, setActive] = useState<string | null>(null);
  return (
    <Level
      within={null}
      workspace={null}
      level={1}
      {...{ labelledBy, active, onChoose }}
      onActive={setActive}
    />
  );
}

type LevelProps = {
  within: Place | null;
  /** The workspace in which it lies. */
  workspace: Place | null;
  level: number;
  labelledBy: string;
  /** The item that Tab leads to; the first one while there is none. */
  active: string | null;
  onActive: (id: string) => void;
  onChoose: (place: ChosenPlace) => void;
};

/** What lies in a place, read when it is opened. */
function Level(props: LevelProps) {
  const { within, labelledBy } = props;
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
  const branches = data.places.map((place, index) => (
    <Branch key={place.id} {...props} place={place} isFirst={within === null && index === 0} />
  ));
  return (
    <>
      {within === null ? (
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA pattern of a tree
        <ul role="tree" aria-labelledby={labelledBy} onKeyDown={moveInTree}>
          {branches}
        </ul>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: the ARIA pattern of a tree
        <ul role="group" className="ms-4 border-s border-line ps-1">
          {branches}
        </ul>
      )}
      {!data.isWhole && <p className="px-2 py-1.5 text-xs text-ink-2">Smartsheet has more than these.</p>}
    </>
  );
}

/** Moves the focus, opens, closes and chooses, as the keys of a tree do. */
function moveInTree(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')];
  const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=treeitem]') : null;
  if (!item) return;
  const act = keyAct(event.key, items, item);
  if (!act) return;
  event.preventDefault();
  act();
}

function keyAct(key: string, items: readonly HTMLElement[], item: HTMLElement): (() => void) | null {
  const at = items.indexOf(item);
  const isOpen = item.getAttribute('aria-expanded') === 'true';
  const branch = item.closest('li');
  const press = (part: string) => item.querySelector<HTMLElement>(`[data-part=${part}]`)?.click();
  const goTo = (next: HTMLElement | null | undefined) => () => next?.focus();
  switch (key) {
    case 'ArrowDown':
      return goTo(items[at + 1]);
    case 'ArrowUp':
      return goTo(items[at - 1]);
    case 'ArrowRight':
      return isOpen
        ? goTo(branch?.querySelector<HTMLElement>('[role=group] [role=treeitem]'))
        : () => press('toggle');
    case 'ArrowLeft':
      return isOpen
        ? () => press('toggle')
        : goTo(branch?.parentElement?.closest('li')?.querySelector<HTMLElement>('[role=treeitem]'));
    case 'Home':
      return goTo(items[0]);
    case 'End':
      return goTo(items.at(-1));
    case 'Enter':
    case ' ':
      return () => press('name');
  }
  if (key.length !== 1) return null;
  const fromNext = [...items.slice(at + 1), ...items.slice(0, at)];
  const letter = key.toLowerCase();
  return goTo(fromNext.find(({ dataset }) => dataset.name?.toLowerCase().startsWith(letter)));
}

function toChosen(place: Place, workspace: Place | null): ChosenPlace {
  return workspace
    ? { ...place, workspaceName: workspace.name, workspaceId: workspace.id }
    : { ...place, workspaceName: null };
}

type BranchProps = LevelProps & { place: Place; isFirst: boolean };

function Branch({ place, isFirst, ...props }: BranchProps) {
  const { workspace, level, active, onActive, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  const nameId = useId();
  const { kind, name, id } = place;
  const Icon = kind === 'workspace' ? Layers : Folder;
  return (
    <li role="none">
      <div
        role="treeitem"
        aria-labelledby={nameId}
        aria-level={level}
        aria-expanded={isOpen}
        aria-selected={false}
        data-name={name}
        tabIndex={active === id || (active === null && isFirst) ? 0 : -1}
        onFocus={() => onActive(id)}
        className="flex items-center gap-0.5 rounded-sm"
      >
        {/* For the pointer: by keyboard the item itself has the focus. */}
        <button
          type="button"
          data-part="toggle"
          tabIndex={-1}
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
          data-part="name"
          tabIndex={-1}
          onClick={() => onChoose(toChosen(place, workspace))}
          className="flex min-h-7 min-w-0 flex-1 items-center gap-2 rounded-sm px-1.5 text-start [overflow-wrap:anywhere] hover:bg-sunken pointer-coarse:min-h-11"
        >
          <Icon aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-3" />
          <span id={nameId}>
            <Name>{name}</Name>
          </span>
        </button>
      </div>
      {isOpen && (
        <Level
          {...props}
          within={place}
          workspace={kind === 'workspace' ? place : workspace}
          level={level + 1}
        />
      )}
    </li>
  );
}
