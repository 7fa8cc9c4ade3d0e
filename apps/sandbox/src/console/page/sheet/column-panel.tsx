import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Trash2, X } from 'lucide-react';
import type { Column } from '../contract.ts';
import { Caption, SelectField, SwitchRow, TextField } from '../controls.tsx';
import { AskButton } from '../dialogs.tsx';
import { choosableTypes, describeColumn, isDropdown } from './column-kind.ts';
import type { OptionChange } from './difference.ts';
import { OptionsEditor } from './options-editor.tsx';

type ColumnPanelProps = {
  column: Column;
  change: OptionChange | undefined;
  save: (change: Partial<Column>) => Promise<boolean>;
  onDelete: () => void;
  onClose: () => void;
};

function typeChoices(column: Column): Record<string, string> {
  const { type } = column;
  return type in choosableTypes ? choosableTypes : { [type]: describeColumn(column), ...choosableTypes };
}

/** One column, beside the grid or on a phone over it. Each change is written at once, as the sheet's owner. */
export function ColumnPanel({ column, change, save, onDelete, onClose }: ColumnPanelProps) {
  return (
    <aside
      aria-label={`Column ${column.title}`}
      className="flex w-[320px] shrink-0 flex-col border-l border-line bg-surface max-md:fixed max-md:inset-0 max-md:z-30 max-md:w-auto max-md:border-l-0"
    >
      <header className="flex min-h-12 items-center justify-between gap-2 border-b border-line px-4">
        <h2 className="min-w-0 truncate text-lg font-bold">{column.title}</h2>
        <IconButton label="Close column" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <div className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto px-4 py-4">
        <TextField
          label="Column name"
          maxLength={50}
          value={column.title}
          onSave={(typed) => {
            const title = typed.trim();
            if (title && title !== column.title) void save({ title });
          }}
        />
        <SelectField<string>
          label="Type"
          options={typeChoices(column)}
          value={column.type}
          disabled={column.primary || Boolean(column.systemColumnType) || Boolean(column.symbol)}
          onChange={(type) => void save({ type: type as Column['type'] })}
        />
        {column.formula && <code className="rounded-md bg-sunken px-3 py-2 text-xs">{column.formula}</code>}
        {column.symbol && <Caption>Symbol columns have fixed values; their options cannot be set.</Caption>}
        {isDropdown(column) && (
          <>
            <OptionsEditor column={column} change={change} save={(options) => save({ options })} />
            <SwitchRow
              title="Restrict to these options"
              caption="Cells take no other values."
              on={column.validation}
              onChange={(validation) => void save({ validation })}
            />
          </>
        )}
        <SwitchRow
          title="Locked"
          caption="Editors cannot change its cells."
          on={column.locked}
          onChange={(locked) => void save({ locked })}
        />
        {!column.primary && (
          <AskButton
            className="text-bad!"
            question={`Delete ${column.title}?`}
            description="The column and all its cells are deleted. This cannot be undone."
            confirmLabel="Delete column"
            onConfirm={onDelete}
          >
            <Trash2 aria-hidden="true" />
            Delete column
          </AskButton>
        )}
      </div>
    </aside>
  );
}
