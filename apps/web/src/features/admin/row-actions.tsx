import { Button } from '@picksync/ui/button.tsx';

type RowActionsProps = {
  name: string;
  onEdit: () => void;
  removeLabel: 'Remove' | 'End';
  isRemoving: boolean;
  onRemove: () => void;
};

/** The buttons of a row that can be edited and removed. Screen readers hear the name of the row with each. */
export function RowActions({ name, onEdit, removeLabel, isRemoving, onRemove }: RowActionsProps) {
  return (
    <div className="flex justify-end gap-1.5">
      <Button size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        size="sm"
        variant="quiet"
        className="text-bad!"
        aria-label={`${removeLabel} ${name}`}
        pending={isRemoving}
        onClick={onRemove}
      >
        {removeLabel}
      </Button>
    </div>
  );
}
