import { type AutomationSettings, mostRenamedRows, pluralize } from '@picksync/contracts';
import { FieldNote } from '@picksync/ui/field.tsx';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import * as z from 'zod';
import { NumberField, readWholeNumber } from './number-field.tsx';
import { plain, type SettingControl } from './setting-control.ts';

type Renames = AutomationSettings['renames'];

const answers = [
  {
    value: 'replace',
    label: 'Add the new name, remove the old one',
    hint: 'Cells keep the old text. Nobody can choose it again.',
  },
  {
    value: 'follow',
    label: 'Rename the option and the cells that use it',
    hint: 'Only where one name clearly became another. Workflows of the sheet may react to the changed cells.',
  },
] as const;

/** What is done when a name changes in the source. */
export const renames = plain<Renames>({
  title: 'Renames',
  help: 'When a name changes in the source',
  entry: z.enum(['replace', 'follow']),
  valueText: (value) => (value === 'follow' ? 'Option and cells follow' : 'New name added, old one removed'),
  summary: (value) => (value === 'follow' ? 'cells follow renames' : null),
  example: 'follow',
  Control: ({ field, error }) => (
    <>
      <RadioCards
        ref={field.ref}
        label="When a name changes in the source"
        options={answers}
        value={field.value}
        onChange={field.onChange}
        columns={1}
      />
      {error && <FieldNote id={`${field.name}-note`} error={error} />}
    </>
  ),
});

/** Above how many rows a person is asked before names are changed. */
export const maxRenamedRows: SettingControl<number, string> = {
  title: 'Rename limit',
  help: 'Where renames are followed',
  entry: z.string(),
  toEntry: String,
  read: (text) => readWholeNumber(text, mostRenamedRows),
  valueText: (value) => `Asks above ${pluralize(value, 'row')}`,
  summary: () => null,
  example: 20,
  isShown: ({ renames }) => renames === 'follow',
  Control: (props) => (
    <NumberField
      {...props}
      label="Ask me above"
      unit="rows"
      digits={5}
      hint="Up to so many rows are changed without a question. Above it, for more than 5 names at once, and where two names become one, the sync stops and changes nothing."
    />
  ),
};
