import { automationSettings } from '@picksync/contracts';
import { FieldNote } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import * as z from 'zod';
import type { ControlProps, SettingControl } from './setting-control.ts';

const separators = [
  { value: '', label: 'Do not split', words: '' },
  { value: ',', label: 'Commas', words: 'splits at commas' },
  { value: ';', label: 'Semicolons', words: 'splits at semicolons' },
  { value: '\n', label: 'Line breaks', words: 'splits at line breaks' },
  { value: '/', label: 'Slashes', words: 'splits at slashes' },
  { value: '|', label: 'Vertical bars', words: 'splits at vertical bars' },
];

/** Named by `separators`, or typed. */
const splitEntry = z.object({ isOwn: z.boolean(), text: z.string() });

type SplitEntry = z.output<typeof splitEntry>;

export const splitValues: SettingControl<string | null, SplitEntry> = {
  title: 'Split cells at',
  help: 'Cells of multi-select columns always split',
  entry: splitEntry,
  toEntry: (value) => {
    const text = value ?? '';
    return { isOwn: separators.every((named) => named.value !== text), text };
  },
  read: ({ isOwn, text }) => {
    if (text === '' && !isOwn) return { value: null };
    const { data } = automationSettings.shape.splitValues.safeParse(text);
    return data ? { value: data } : { problem: 'Please enter 1 to 5 characters' };
  },
  valueText: (value) =>
    value === null ? 'Not split' : (separators.find((one) => one.value === value)?.label ?? `“${value}”`),
  summary: (value) =>
    value && (separators.find((one) => one.value === value)?.words ?? `splits at “${value}”`),
  example: ',',
  Control: SplitControl,
};

function SplitControl({ field, error }: ControlProps<SplitEntry>) {
  const { isOwn, text } = field.value;
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap gap-2">
        <SelectInput
          aria-label="Split cells at"
          className="w-44!"
          value={isOwn ? 'own' : text}
          onChange={({ target }) =>
            field.onChange(
              target.value === 'own' ? { isOwn: true, text: '' } : { isOwn: false, text: target.value },
            )
          }
        >
          {separators.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value="own">Something else</option>
        </SelectInput>
        {isOwn && (
          <Input
            ref={field.ref}
            name={field.name}
            aria-label="Separator"
            aria-invalid={error ? true : undefined}
            placeholder="e.g. +"
            autoComplete="off"
            maxLength={5}
            className="w-24!"
            value={text}
            onChange={({ target }) => field.onChange({ isOwn: true, text: target.value })}
          />
        )}
      </div>
      <FieldNote id={`${field.name}-note`} error={error} />
    </div>
  );
}
