import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { Plus } from 'lucide-react';

type AddRowProps = {
  /** What the list has, or what an entry would be for. */
  title: string;
  detail: string;
  label: string;
  disabled: boolean;
  /** Only another plan includes it. */
  isLocked: boolean;
  onAdd: () => void;
};

/** The last row of a list: how many there are, and the button that adds one. */
export function AddRow({ title, detail, label, disabled, isLocked, onAdd }: AddRowProps) {
  return (
    <SettingRow
      title={title}
      detail={detail}
      action={
        <>
          {isLocked && (
            <a href="/subscription" className={buttonClass({})}>
              View Plans
            </a>
          )}
          <Button disabled={disabled || isLocked} onClick={onAdd}>
            <Plus aria-hidden="true" />
            {label}
          </Button>
        </>
      }
    />
  );
}
