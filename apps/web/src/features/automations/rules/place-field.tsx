import { isolated } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { FieldNote } from '@picksync/ui/field.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { Folder, Layers } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { PlaceTree } from './place-tree.tsx';
import type { ChosenPlace } from './rule-values.ts';

type PlaceFieldProps = {
  value: ChosenPlace | null;
  error?: string | undefined;
  onChange: (place: ChosenPlace | null) => void;
};

/** A tree of workspaces and folders, of which one is chosen; once it is, its name stands in the place of the tree. */
export function PlaceField({ value, error, onChange }: PlaceFieldProps) {
  const id = useId();
  const field = useFocusKept(value);
  return (
    <div ref={field} className="grid min-w-0 gap-1.5">
      <p id={id} className="text-sm font-medium">
        Workspace or Folder
      </p>
      {value ? (
        <Chosen place={value} onChange={() => onChange(null)} />
      ) : (
        <div
          className={cx(
            'max-h-56 overflow-y-auto rounded-md border bg-surface p-1.5 text-sm',
            error ? 'border-bad' : 'border-edge',
          )}
        >
          <PlaceTree labelledBy={id} onChoose={onChange} />
        </div>
      )}
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  );
}

/** Keeps the focus in the field where what had it is replaced. */
function useFocusKept(value: ChosenPlace | null) {
  const field = useRef<HTMLDivElement>(null);
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    if (document.activeElement !== document.body) return;
    field.current?.querySelector<HTMLElement>('[tabindex="0"], button:not([tabindex])')?.focus();
  }, [value]);
  return field;
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
