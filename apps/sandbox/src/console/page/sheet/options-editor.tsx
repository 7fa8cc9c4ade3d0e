import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Field } from '@picksync/ui/field.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { controlClass, Input } from '@picksync/ui/input.tsx';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Column } from '../contract.ts';
import { SendDialog } from '../dialogs.tsx';
import { pluralize } from '../format.ts';
import type { OptionChange } from './difference.ts';

type OptionsEditorProps = {
  column: Column;
  change: OptionChange | undefined;
  save: (options: string[]) => Promise<boolean>;
};

/** Adds or removes an option of a dropdown, or edits all as text. Options that have just come are marked. */
export function OptionsEditor({ column, change, save }: OptionsEditorProps) {
  const options = column.options ?? [];
  const fresh = new Set(change?.added);
  const [isText, setText] = useState(false);
  return (
    <section aria-label={`Options of ${column.title}`} className="grid gap-2">
      <header className="flex items-center justify-between gap-2">
        <h3 className="font-semi">{pluralize(options.length, 'option')}</h3>
        {change && change.removed.length > 0 && (
          <span title={change.removed.join(', ')}>
            <Badge tone="bad">{change.removed.length} removed</Badge>
          </span>
        )}
        <Button size="sm" onClick={() => setText(true)}>
          Edit as text
        </Button>
      </header>
      {options.length === 0 && <p className="text-xs text-ink-2">This dropdown has no options yet.</p>}
      <ul aria-label="Options" className="rounded-md border border-line empty:hidden">
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
              label={`Remove option ${option}`}
              onClick={() => void save(options.filter((one) => one !== option))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <AddOption title={column.title} add={(option) => save([...options, option])} />
      {isText && <TextDialog column={column} save={save} onClose={() => setText(false)} />}
    </section>
  );
}

function AddOption({ title, add }: { title: string; add: (option: string) => Promise<boolean> }) {
  const [typed, setTyped] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const option = typed.trim();
    if (option && (await add(option))) setTyped('');
  };
  return (
    <form className="flex gap-2" onSubmit={(event) => void submit(event)}>
      <Input
        aria-label={`New option for ${title}`}
        placeholder="Add an option"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" className="h-9">
        Add option
      </Button>
    </form>
  );
}

function splitLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter(Boolean))];
}

type TextDialogProps = Omit<OptionsEditorProps, 'change'> & { onClose: () => void };

function TextDialog({ column, save, onClose }: TextDialogProps) {
  const [text, setText] = useState((column.options ?? []).join('\n'));
  return (
    <SendDialog
      title={`Options of ${column.title}`}
      description="The dropdown has them in this order."
      submitLabel="Save options"
      send={() => save(splitLines(text))}
      onClose={onClose}
    >
      <Field label="One option per line">
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
