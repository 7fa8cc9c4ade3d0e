import { isolated, pluralize } from '@picksync/contracts';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { FileText } from 'lucide-react';
import * as z from 'zod';
import { useFormFacts, useFormNoun } from './form-facts.ts';
import { type ControlProps, plain } from './setting-control.ts';

/** Whether nothing is removed before the list as it is stands in the destination sheet as a file. */
export const keepCopies = plain<boolean>({
  title: 'Copies',
  help: 'To go back to',
  entry: z.boolean(),
  valueText: (value) => (value ? 'Kept before anything is removed' : 'None'),
  summary: (value) => (value ? 'copies before removals' : null),
  example: true,
  Control: ({ field }) => <CopiesControl field={field} />,
});

function CopiesControl({ field: { value, onChange } }: Pick<ControlProps<boolean>, 'field'>) {
  const { targetName } = useFormFacts();
  const noun = useFormNoun();
  const sheet = targetName === '' ? 'the destination sheet' : isolated(targetName);
  return (
    <div className="grid w-full gap-4">
      <Checkbox
        label="Keep a copy of the list in the destination sheet before anything is removed"
        hint={`A small CSV file among the attachments of ${sheet}, the newest ten; whoever can open the sheet can open it. Picksync itself stores no ${noun}.`}
        checked={value}
        onChange={onChange}
      />
      {value && <Example />}
    </div>
  );
}

/** The first lines of a copy, of the list as it is now. */
function Example() {
  const { targetColumnName, options } = useFormFacts();
  const noun = useFormNoun();
  if (targetColumnName === '' || options === null || options.count === 0) return null;
  const lines = [targetColumnName, ...options.texts].map(quoted);
  return (
    <section aria-label="What stands in the sheet" className="grid gap-2.5">
      <h4 className="text-sm font-semi">What stands in the sheet</h4>
      <p className="flex items-center gap-2.5 text-sm">
        <FileText aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-2" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {copyName(targetColumnName, new Date())}
          <span className="tabular block text-xs text-ink-2">{pluralize(options.count, noun)}</span>
        </span>
      </p>
      <pre className="overflow-x-auto rounded-md bg-sunken px-3.5 py-3 font-mono text-xs leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
        {lines.join('\n')}
        {options.count > options.texts.length && '\n…'}
      </pre>
      <p className="text-xs text-ink-2">{`The column’s title, then one ${noun} per line, in their order.`}</p>
    </section>
  );
}

/** Returns a value as it stands in a line of the file. */
function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the name of a file that is kept at a time, as this browser's clock shows it. */
function copyName(column: string, at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
  const title = column
    .replace(/[\\/:*?"<>|\p{C}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `Picksync ${title || 'list'} ${local.slice(0, 10)} ${local.slice(11, 16).replace(':', '.')}.csv`;
}
