import {
  type Automation,
  automationEndpoints,
  type Column,
  isolated,
  type MovePreview,
  maxMovedAutomations,
  targetRefusals,
} from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Combobox } from '@picksync/ui/combobox.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { Spinner } from '@picksync/ui/spinner.tsx';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { pluralize } from '../../../ui/pluralize.ts';
import { useColumns, useSheets } from '../form/use-sheets.ts';
import { chooseNone } from '../list/chosen.ts';
import { useRefresh } from '../use-refresh.ts';
import { describeResults, nameMany } from './bulk-texts.ts';
import { setWork } from './bulk-work.ts';
import { canFill, findLikelySheet, matchColumns } from './match-columns.ts';

type MoveDialogProps = { automations: readonly Automation[]; onClose: () => void };

/** How long to wait for Smartsheet: each automation's source and the new sheet are read. */
const longTimeout = { timeoutMs: 120_000 };

/** Finds the columns of the same names in another sheet, shows what the first sync would do there, and moves all in one go. */
export function MoveDialog({ automations, onClose }: MoveDialogProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const likely = findLikelySheet(automations, useSheets().sheets);
  const sheetId = chosenId ?? likely?.id ?? null;
  const [byHand, setByHand] = useState<ReadonlyMap<string, string | null>>(new Map());
  const { columns, loading } = useColumns(sheetId ?? undefined);
  const found = matchColumns(automations, columns);
  const matches = new Map([...found, ...byHand]);
  const moves = [...matches].flatMap(([id, targetColumnId]) =>
    targetColumnId ? { id, targetColumnId } : [],
  );
  const preview = useMovePreview(sheetId, moves);
  const move = useMove(sheetId, onClose);
  const isTooMany = automations.length > maxMovedAutomations;
  // Those that were found by name need no choice, unless they cannot be moved there.
  const open = automations.filter(
    ({ id }) => found.get(id) === null || byHand.has(id) || preview.errorOf(id) !== null,
  );
  const left = automations.length - moves.length;
  return (
    <FormDialog
      title={`Choose another destination for ${pluralize(automations.length, 'automation')}`}
      description="Columns are matched by their names. Sources and settings stay as they are."
      width="lg"
      pending={move.isPending}
      error={move.error && { title: 'Nothing was moved', text: getMessage(move.error, 'Please try again.') }}
      submitLabel={nameMany('Move', moves.length)}
      pendingLabel="Moving..."
      submitDisabled={sheetId === null || moves.length === 0 || isTooMany}
      onSubmit={() => move.mutate(moves)}
      onClose={onClose}
      aside={
        sheetId !== null && !loading && left > 0 ? (
          <p className="text-sm text-ink-2">
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
          value={sheetId}
          hint={chosenId === null && likely ? 'Found by its name. You can choose another one.' : undefined}
          onChange={(next) => {
            setChosenId(next);
            setByHand(new Map());
          }}
        />
        {sheetId !== null && !loading && (
          <Found count={[...found.values()].filter((id) => id !== null).length} preview={preview} />
        )}
        {sheetId !== null && !loading && open.length > 0 && (
          <ul aria-label="Columns to choose" className="grid gap-2">
            {open.map((automation) => (
              <ColumnChoice
                key={automation.id}
                automation={automation}
                columns={columns}
                taken={
                  new Set(moves.filter(({ id }) => id !== automation.id).map((one) => one.targetColumnId))
                }
                value={matches.get(automation.id) ?? null}
                problem={preview.errorOf(automation.id)}
                onChange={(columnId) =>
                  setByHand((before) => new Map([...before, [automation.id, columnId]]))
                }
              />
            ))}
          </ul>
        )}
      </div>
    </FormDialog>
  );
}

type Move = { id: string; targetColumnId: string };

/** What the first syncs would do there; read again when a column is chosen. */
function useMovePreview(sheetId: string | null, moves: readonly Move[]) {
  const isWanted = sheetId !== null && moves.length > 0 && moves.length <= maxMovedAutomations;
  const { data, isFetching, error } = useQuery({
    queryKey: [automationEndpoints.previewMoves.path, sheetId, moves],
    queryFn: ({ signal }) =>
      call(
        automationEndpoints.previewMoves,
        { body: { sheetId: sheetId ?? '', moves: [...moves] } },
        { signal, ...longTimeout },
      ),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const results: readonly MovePreview[] = isWanted ? (data?.results ?? []) : [];
  return {
    isFetching: isWanted && isFetching,
    error,
    results,
    errorOf: (id: string) => results.find((one) => one.id === id)?.error?.message ?? null,
  };
}

function useMove(sheetId: string | null, onClose: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (moves: readonly Move[]) =>
      call(
        automationEndpoints.moveMany,
        { body: { sheetId: sheetId ?? '', moves: [...moves] } },
        longTimeout,
      ),
    onSuccess: async ({ results }) => {
      onClose();
      setWork(describeResults('move', results));
      chooseNone();
      await refresh();
    },
  });
}

type SheetFieldProps = {
  value: string | null;
  hint: string | undefined;
  onChange: (id: string | null) => void;
};

function SheetField({ value, hint, onChange }: SheetFieldProps) {
  const { sheets, loading, failed } = useSheets();
  return (
    <Field label="Destination Sheet" hint={hint}>
      {(control) => (
        <Combobox
          {...control}
          name="Destination Sheet"
          placeholder="Choose the sheet with the dropdowns"
          emptyText={failed ? 'Could not be loaded. Try again.' : 'No sheets found'}
          loading={loading}
          options={sheets.map(({ id, name, writable }) => ({
            value: id,
            label: name,
            disabledReason: writable ? undefined : targetRefusals.no_right,
          }))}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

type FoundProps = { count: number; preview: ReturnType<typeof useMovePreview> };

/** What was found by name, and the numbers of the first syncs. */
function Found({ count, preview: { results, isFetching, error } }: FoundProps) {
  const known = results.flatMap(({ firstSync }) => firstSync ?? []);
  const sum = (name: 'added' | 'removed') => known.reduce((total, one) => total + one[name], 0);
  const asks = known.filter(({ needsReview }) => needsReview).length;
  return (
    <div role="status" className="flex gap-2.5 rounded-md bg-sunken px-3.5 py-2.5 text-sm">
      {isFetching ? (
        <Spinner />
      ) : (
        <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
      )}
      <p className="text-pretty">
        <b className="font-semi">{pluralize(count, 'column')} found by name.</b>{' '}
        {isFetching && 'Looking at what the first sync would do.'}
        {!isFetching && error && getMessage(error, 'What the first sync would do could not be read.')}
        {!isFetching && !error && known.length > 0 && describeFirstSync(sum('added'), sum('removed'))}
        {!isFetching &&
          asks > 0 &&
          ` ${asks} of them ${asks === 1 ? 'waits' : 'wait'} for your review first.`}
      </p>
    </div>
  );
}

function describeFirstSync(added: number, removed: number): string {
  const adds = added === 0 ? 'adds none' : `adds ${pluralize(added, 'option')}`;
  return `The first sync ${adds} and removes ${removed === 0 ? 'none' : removed.toLocaleString('en-US')}.`;
}

type ColumnChoiceProps = {
  automation: Automation;
  columns: readonly Column[];
  /** Columns that others of them get. */
  taken: ReadonlySet<string>;
  value: string | null;
  /** Why it cannot be moved to the column. */
  problem: string | null;
  onChange: (columnId: string | null) => void;
};

function ColumnChoice({ automation, columns, taken, value, problem, onChange }: ColumnChoiceProps) {
  const { targetColumnName, sourceSheetName, sourceColumnName } = automation;
  const label = `Column for ${isolated(targetColumnName)}`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-3 gap-y-1 text-sm md:grid-cols-2">
      <span className="min-w-0 truncate">
        <Name>{targetColumnName}</Name>{' '}
        <span className="text-xs text-ink-3">
          <Name>{sourceSheetName ?? 'Unknown sheet'}</Name> · <Name>{sourceColumnName}</Name>
        </span>
      </span>
      <Combobox
        aria-label={`${label}: ${isolated(automation.name)}`}
        name={label}
        placeholder="Choose a dropdown column"
        emptyText="No columns found"
        options={columns.map((column) => ({
          value: column.id,
          label: column.title,
          disabledReason: toRefusal(column, { automation, taken }),
        }))}
        value={value}
        onChange={onChange}
      />
      {problem !== null && <p className="text-xs text-bad md:col-start-2">{problem}</p>}
    </li>
  );
}

function toRefusal(
  column: Column,
  { automation, taken }: Pick<ColumnChoiceProps, 'automation' | 'taken'>,
): string | undefined {
  if (taken.has(column.id)) return 'Another of these automations gets it';
  return canFill(column, automation) ? undefined : (column.reason ?? 'This column cannot be filled');
}
