import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Field } from '@picksync/ui/field.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { controlClass, Input } from '@picksync/ui/input.tsx';
import { Trash2, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Column } from '../contract.ts';
import { Caption, SelectField, SwitchRow, TextField } from '../controls.tsx';
import { AskButton, SendDialog } from '../dialogs.tsx';
import { pluralize } from '../format.ts';
import { choosableTypes, describeColumn, isContact, isDropdown } from './column-kind.ts';
import type { OptionChange } from './difference.ts';
import type { ColumnChange } from './use-sheet.ts';

type ColumnPanelProps = {
  column: Column;
  change: OptionChange | undefined;
  save: (change: ColumnChange) => Promise<boolean>;
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
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-5 overflow-y-auto px-4 py-4">
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
        {(isDropdown(column) || isContact(column)) && (
          <>
            <OptionsEditor
              column={column}
              noun={isContact(column) ? 'contact' : 'option'}
              change={change}
              save={(options) => save(isContact(column) ? { contacts: options } : { options })}
            />
            <SwitchRow
              title={isContact(column) ? 'Restrict to these contacts' : 'Restrict to these options'}
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

type OptionsEditorProps = {
  column: Column;
  /** What the list holds. A contact is typed as `Ann Lee <ann@b.example>`. */
  noun: 'option' | 'contact';
  change: OptionChange | undefined;
  save: (options: string[]) => Promise<boolean>;
};

/** Adds or removes an option of a dropdown, or edits all as text. Options that have just come are marked. */
function OptionsEditor({ column, noun, change, save }: OptionsEditorProps) {
  const options = column.options ?? [];
  const fresh = new Set(change?.added);
  const [isText, setText] = useState(false);
  return (
    <section aria-label={`${capitalize(noun)}s of ${column.title}`} className="grid gap-2">
      <header className="flex items-center justify-between gap-2">
        <h3 className="font-semi">{pluralize(options.length, noun)}</h3>
        {change && change.removed.length > 0 && (
          <span title={change.removed.join(', ')}>
            <Badge tone="bad">{change.removed.length} removed</Badge>
          </span>
        )}
        <Button size="sm" onClick={() => setText(true)}>
          Edit as text
        </Button>
      </header>
      {options.length === 0 && <p className="text-xs text-ink-2">This column has no {noun}s yet.</p>}
      <ul aria-label={`${capitalize(noun)}s`} className="rounded-md border border-line empty:hidden">
        {options.map((option) => (
          <li
            key={option}
            aria-label={option}
            className={cx(
              'flex min-h-8.5 items-center justify-between gap-2 border-b border-line pr-1 pl-3 text-sm last:border-b-0',
              fresh.has(option) && 'bg-good-soft',
            )}
          >
            <span className="min-w-0 flex-1 truncate">{option}</span>
            {fresh.has(option) && <Badge tone="good">New</Badge>}
            <IconButton
              label={`Remove ${noun} ${option}`}
              onClick={() => void save(options.filter((one) => one !== option))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <AddOption title={column.title} noun={noun} add={(option) => save([...options, option])} />
      {isText && <TextDialog column={column} noun={noun} save={save} onClose={() => setText(false)} />}
    </section>
  );
}

type AddOptionProps = Pick<OptionsEditorProps, 'noun'> & {
  title: string;
  add: (option: string) => Promise<boolean>;
};

function AddOption({ title, noun, add }: AddOptionProps) {
  const [typed, setTyped] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const option = typed.trim();
    if (option && (await add(option))) setTyped('');
  };
  return (
    <form className="flex gap-2" onSubmit={(event) => void submit(event)}>
      <Input
        aria-label={`New ${noun} for ${title}`}
        placeholder={noun === 'contact' ? 'Ann Lee <ann@b.example>' : 'Add an option'}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" className="h-9">
        Add {noun}
      </Button>
    </form>
  );
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function splitLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter(Boolean))];
}

type TextDialogProps = Omit<OptionsEditorProps, 'change'> & { onClose: () => void };

function TextDialog({ column, noun, save, onClose }: TextDialogProps) {
  const [text, setText] = useState((column.options ?? []).join('\n'));
  return (
    <SendDialog
      title={`${capitalize(noun)}s of ${column.title}`}
      description="The column has them in this order."
      submitLabel={`Save ${noun}s`}
      send={() => save(splitLines(text))}
      onClose={onClose}
    >
      <Field label={`One ${noun} per line`}>
        {(control) => (
          <textarea
            {...control}
            rows={12}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className={`${controlClass} px-3 py-2 text-lg md:text-md`}
          />
        )}
      </Field>
    </SendDialog>
  );
}
