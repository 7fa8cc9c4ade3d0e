import { type Automation, maxMovedAutomations, pluralize } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Combobox } from '@picksync/ui/combobox.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { useState } from 'react';
import { getMessage } from '../../../api/form-errors.ts';
import { nameMany } from './bulk-texts.ts';
import { ColumnChoice } from './column-choice.tsx';
import { findLikelySheet, listWanted, matchColumns, type Side } from './match-columns.ts';
import { MoveSummary } from './move-summary.tsx';
import { type NewSheet, useNewColumns, useNewSheets } from './new-sheet.ts';
import { toMoveBody, useMove, useMovePreview } from './use-moves.ts';

const texts = {
  target: {
    title: 'Choose another destination',
    description: 'Columns are matched by their names. Sources and settings stay as they are.',
    field: 'Destination Sheet',
    placeholder: 'Choose the sheet to fill',
    verb: 'Move',
    pending: 'Moving...',
    failed: 'Nothing was moved',
  },
  source: {
    title: 'Choose another source',
    description: 'Columns are matched by their names. Destinations and settings stay as they are.',
    field: 'Source Sheet',
    placeholder: 'Choose the sheet to read',
    verb: 'Change',
    pending: 'Changing...',
    failed: 'Nothing was changed',
  },
} as const satisfies Record<Side, object>;

type MoveDialogProps = { automations: readonly Automation[]; side: Side; onClose: () => void };

/** Finds the columns of the same names in another sheet, shows what the first sync would do then, and changes all in one go. */
export function MoveDialog({ automations, side, onClose }: MoveDialogProps) {
  const words = texts[side];
  const { sheet, likely, field } = useSheetChoice(automations, side);
  const [byHand, setByHand] = useState<ReadonlyMap<string, string | null>>(new Map());
  const { columns, loading, canTake } = useNewColumns(sheet, side);
  const wanted = listWanted(automations, side);
  const found = matchColumns(wanted, columns, { canTake, isShared: side === 'source' });
  const matches = new Map([...found, ...byHand]);
  const body = sheet && toMoveBody({ side, sheet, wanted, matches });
  const preview = useMovePreview(body);
  const move = useMove(side, onClose);
  const count = body?.moves.length ?? 0;
  const isTooMany = automations.length > maxMovedAutomations;
  // Those that were found by name need no choice, unless an automation cannot have them.
  const open = wanted.filter(
    ({ key, automations: own }) =>
      found.get(key) === null || byHand.has(key) || own.some(({ id }) => preview.refusals.has(id)),
  );
  const left = automations.length - count;
  const isKnown = sheet !== null && !loading;
  return (
    <FormDialog
      title={`${words.title} for ${pluralize(automations.length, 'automation')}`}
      description={words.description}
      width="lg"
      pending={move.isPending}
      error={move.error && { title: words.failed, text: getMessage(move.error, 'Please try again.') }}
      // Before a sheet is chosen it would say that it moves none.
      submitLabel={nameMany(words.verb, sheet ? count : automations.length)}
      pendingLabel={words.pending}
      submitDisabled={count === 0 || isTooMany}
      onSubmit={() => body && move.mutate(body)}
      onClose={onClose}
      aside={
        isKnown && left > 0 ? (
          <p className="ps-2 text-sm text-ink-2">
            {left} {left === 1 ? 'is left out until it has' : 'are left out until they have'} a column.
          </p>
        ) : undefined
      }
    >
      <div className="grid gap-3">
        {isTooMany && (
          <Alert tone="warn" title={`At most ${maxMovedAutomations} can be moved at once`}>
            Choose fewer of them, for example one source after the other.
          </Alert>
        )}
        <SheetField
          {...field}
          label={words.field}
          placeholder={words.placeholder}
          value={sheet?.id ?? null}
          hint={likely}
          onChange={(id) => {
            field.onChange(id);
            setByHand(new Map());
          }}
        />
        {isKnown && (
          <MoveSummary count={[...found.values()].filter((id) => id !== null).length} preview={preview} />
        )}
        {isKnown && open.length > 0 && (
          <ul aria-label="Columns to choose" className="grid gap-2">
            {open.map((one) => (
              <ColumnChoice
                key={one.key}
                {...{ side, sheet, columns, canTake, matches }}
                wanted={one}
                refusals={preview.refusals}
                onChange={(columnId) => setByHand((before) => new Map([...before, [one.key, columnId]]))}
              />
            ))}
          </ul>
        )}
      </div>
    </FormDialog>
  );
}

/** The sheet that is chosen, or that most likely stands in for one that is gone. */
function useSheetChoice(automations: readonly Automation[], side: Side) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { options, known, possible, loading, failed } = useNewSheets(side);
  const likely = findLikelySheet(automations, possible, side);
  const sheet: NewSheet | null = known.find(({ id }) => id === chosenId) ?? likely;
  const isGuess = sheet !== null && sheet.id === likely?.id && chosenId === null;
  const isOther = automations.every(
    ({ sourceSheetId, sheetId }) => ![sourceSheetId, sheetId].includes(sheet?.id ?? ''),
  );
  return {
    sheet,
    likely: isGuess && isOther ? 'Found by its name. You can choose another one.' : undefined,
    field: { options, loading, failed, warning: sheet?.warning, onChange: setChosenId },
  };
}

type SheetFieldProps = {
  label: string;
  placeholder: string;
  value: string | null;
  hint: string | undefined;
} & ReturnType<typeof useSheetChoice>['field'];

function SheetField({ label, placeholder, hint, warning, failed, ...combobox }: SheetFieldProps) {
  return (
    <Field label={label} hint={hint} warning={warning}>
      {(control) => (
        <Combobox
          {...control}
          {...combobox}
          name={label}
          placeholder={placeholder}
          emptyText={failed ? 'Could not be loaded. Try again.' : 'No sheets found'}
        />
      )}
    </Field>
  );
}
