import { Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';

type AddRowProps = {
  /** What there is, or what one would be for. */
  title: string;
  detail: string;
  label: string;
  disabled: boolean;
  onAdd: () => void;
};

/** The last row of a list: how many there are, and the button that adds one. */
export function AddRow({ title, detail, label, disabled, onAdd }: AddRowProps) {
  return (
    <SettingRow
      title={title}
      detail={detail}
      action={
        <Button disabled={disabled} onClick={onAdd}>
          <Plus aria-hidden="true" />
          {label}
        </Button>
      }
    />
  );
}
