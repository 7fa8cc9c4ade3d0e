import { pluralize } from '@picksync/contracts';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import type { ReactNode } from 'react';
import { Side } from '../form/sheet-and-column.tsx';
import { PlaceField } from './place-field.tsx';
import type { RuleEntries } from './rule-values.ts';
import type { RulePreviewState } from './use-rule-preview.ts';

export type RuleErrors = Partial<Record<'place' | 'columnTitle', string>>;

type FolderSideProps = {
  entries: RuleEntries;
  errors: RuleErrors;
  preview: RulePreviewState;
  /** The choice between one sheet and a folder; absent where a rule is edited. */
  kind?: ReactNode;
  onChange: (change: Partial<RuleEntries>) => void;
};

/** The fields of the workspace or folder and of the title of the columns that are filled. */
export function FolderSide({ entries, errors, preview, kind, onChange }: FolderSideProps) {
  const { place, includesSubfolders, columnTitle } = entries;
  return (
    <Side title="Destination" kind={kind}>
      <PlaceField
        value={place}
        error={errors.place}
        // Another place has other sheets.
        onChange={(chosen) => onChange({ place: chosen, excluded: [], chosenColumns: {}, takenOver: [] })}
      />
      <Checkbox
        label="Include its subfolders"
        checked={includesSubfolders}
        onChange={(wanted) => onChange({ includesSubfolders: wanted })}
      />
      <Field label="Target Dropdown Column" error={errors.columnTitle} hint={titleHint(preview)}>
        {(control) => (
          <Input
            {...control}
            value={columnTitle}
            placeholder="Such as Client"
            autoComplete="off"
            maxLength={200}
            onChange={(event) => onChange({ columnTitle: event.target.value })}
          />
        )}
      </Field>
    </Side>
  );
}

function titleHint({ sheets, isOver, last }: RulePreviewState): string {
  if (!isOver || !last) return 'The title, which is the same in every sheet.';
  const matching = sheets.filter(({ state }) => state !== 'no_column').length;
  if (last.total === 1)
    return matching === 1
      ? 'The title. The one sheet has such a column.'
      : 'The title. The one sheet has no such column.';
  return `The title. ${matching} of ${pluralize(last.total, 'sheet')} ${matching === 1 ? 'has' : 'have'} such a column.`;
}

const answers = [
  {
    value: 'take_up',
    label: 'Take them up',
    hint: 'A new sheet with this column is filled within 15 minutes. The removal limit counts there too.',
  },
  { value: 'ask', label: 'Ask me first', hint: 'They wait in the list of this automation.' },
] as const;

type NewSheetsProps = Pick<RuleEntries, 'newSheets'> & {
  onChange: (change: Pick<RuleEntries, 'newSheets'>) => void;
};

/** What is done with sheets that come later. */
export function NewSheets({ newSheets, onChange }: NewSheetsProps) {
  return (
    <div className="grid gap-x-6 gap-y-2 border-t border-line pt-4 md:grid-cols-[152px_minmax(0,1fr)]">
      <p aria-hidden="true" className="text-sm font-semi">
        New sheets
      </p>
      <RadioCards
        label="New sheets"
        columns={1}
        options={answers}
        value={newSheets}
        onChange={(value) => onChange({ newSheets: value })}
      />
    </div>
  );
}
