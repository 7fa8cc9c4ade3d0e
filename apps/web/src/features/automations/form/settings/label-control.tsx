import {
  type AutomationSettings,
  automationSettings,
  isolated,
  maxLabelColumns,
  pluralize,
} from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { FieldNote } from '@picksync/ui/field.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { X } from 'lucide-react';
import * as z from 'zod';
import { ColumnSelect } from './column-select.tsx';
import { isGone, useFormFacts } from './form-facts.ts';
import { type ControlProps, type ReadEntry, readBy, type SettingControl } from './setting-control.ts';
import { useEntryFocus } from './use-entry-focus.ts';

/** Columns in their order, and the texts before, between and after them: always one more than columns. */
const labelEntry = z.object({
  columns: z.array(z.object({ columnId: z.string(), columnName: z.string() })),
  texts: z.array(z.string()),
});

type LabelEntry = z.output<typeof labelEntry>;

const noLabel: LabelEntry = { columns: [], texts: [''] };

function toLabelEntry(label: AutomationSettings['labelTemplate']): LabelEntry {
  if (!label) return noLabel;
  // Split at the placeholders, whose numbers are at the odd indexes.
  const pieces = label.template.split(/\{(\d)\}/);
  const places = pieces
    .filter((_, index) => index % 2 === 1)
    .map((place) => label.columns[Number(place) - 1]);
  return {
    columns: places.flatMap((column) => (column ? [column] : [])),
    texts: pieces.filter((_, index) => index % 2 === 0),
  };
}

/** Returns the template as the contract has it: a column that stands twice is listed once. */
function toLabel({ columns, texts }: LabelEntry): unknown {
  const distinct = columns.filter(
    ({ columnId }, index) => columns.findIndex((other) => other.columnId === columnId) === index,
  );
  const getPlace = (id: string) => 1 + distinct.findIndex(({ columnId }) => columnId === id);
  const [before = '', ...after] = texts;
  const template = columns
    .map(({ columnId }, index) => `{${getPlace(columnId)}}${after[index] ?? ''}`)
    .join('');
  return { template: `${before}${template}`, columns: distinct };
}

function readLabel(entry: LabelEntry): ReadEntry<AutomationSettings['labelTemplate']> {
  if (entry.columns.length === 0) return { value: null };
  if (entry.columns.some(({ columnId }) => !columnId)) return { problem: 'Please choose a column' };
  if (entry.texts.some((text) => /\{\d\}/.test(text)))
    return { problem: 'A number in braces cannot be part of the text between columns' };
  return readBy(automationSettings.shape.labelTemplate, toLabel(entry));
}

/** Returns how options read, with the names of the columns in their places. */
function labelInWords({ columns, texts }: LabelEntry): string {
  const [before = '', ...after] = texts;
  return (
    before + columns.map(({ columnName }, index) => `${columnName || '…'}${after[index] ?? ''}`).join('')
  );
}

export const labelTemplate: SettingControl<AutomationSettings['labelTemplate'], LabelEntry> = {
  title: 'Label',
  help: 'Options made from up to three columns',
  entry: labelEntry,
  toEntry: toLabelEntry,
  read: readLabel,
  valueText: (value) => (value ? labelInWords(toLabelEntry(value)) : 'None'),
  summary: (value) => value && `label of ${pluralize(value.columns.length, 'column')}`,
  example: { template: '{1}', columns: [{ columnId: '1', columnName: 'Column' }] },
  Control: LabelControl,
};

function LabelControl({ field, error }: ControlProps<LabelEntry>) {
  const { columns, texts } = field.value;
  const { columns: known, sourceName, firstOption } = useFormFacts();
  const { block, noteAddition, noteRemoval } = useEntryFocus<HTMLDivElement>();
  const gone = columns.find(({ columnId }) => columnId !== '' && isGone(known, columnId));
  const putText = (index: number, text: string) =>
    field.onChange({ columns, texts: texts.with(index, text) });
  const add = () => {
    const between = columns.length === 0 ? [''] : texts.with(-1, ' – ');
    field.onChange({ columns: [...columns, { columnId: '', columnName: '' }], texts: [...between, ''] });
    noteAddition();
  };
  const remove = (index: number) => {
    field.onChange({
      columns: columns.toSpliced(index, 1),
      // The text before a column is removed with it, except before the first column, where it is the beginning of the
      // label.
      texts: texts.toSpliced(index === 0 ? 1 : index, 1),
    });
    noteRemoval(index);
  };
  const problem = gone
    ? `“${isolated(gone.columnName)}” is no longer a column of ${isolated(sourceName || 'the source')}. Choose another one or remove it. Until then no sync runs.`
    : error;
  return (
    <div ref={block} className="grid w-full gap-2.5">
      {columns.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5">
          {columns.map((column, index) => (
            <div key={index} className="flex items-center gap-1.5">
              <TextPiece
                label={index === 0 ? 'Text before' : `Text before column ${index + 1}`}
                value={texts[index] ?? ''}
                onChange={(text) => putText(index, text)}
              />
              <div className="w-40">
                <ColumnSelect
                  {...(index === 0 && { ref: field.ref })}
                  {...column}
                  name={`Column ${index + 1} of the label`}
                  isInvalid={error !== undefined && !column.columnId}
                  onChange={(chosen) => field.onChange({ columns: columns.with(index, chosen), texts })}
                />
              </div>
              <IconButton
                label={`Remove column ${index + 1} of the label`}
                data-removes
                onClick={() => remove(index)}
              >
                <X />
              </IconButton>
            </div>
          ))}
          <TextPiece
            label="Text after"
            value={texts[columns.length] ?? ''}
            onChange={(text) => putText(columns.length, text)}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {columns.length < maxLabelColumns && (
          <Button size="sm" data-adds onClick={add}>
            {columns.length === 0 ? 'Make a label' : 'Add a column'}
          </Button>
        )}
        {columns.length > 0 && (
          <span className="min-w-0 text-xs break-words text-ink-2">
            Reads “{('value' in readLabel(field.value) && firstOption) || labelInWords(field.value)}”
          </span>
        )}
      </div>
      {problem && <FieldNote id={`${field.name}-note`} error={problem} />}
    </div>
  );
}

type TextPieceProps = { label: string; value: string; onChange: (text: string) => void };

function TextPiece({ label, value, onChange }: TextPieceProps) {
  return (
    <Input
      aria-label={label}
      placeholder="text"
      autoComplete="off"
      maxLength={50}
      className="w-16! px-2! text-center"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
