import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { useQueries, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../call.ts';
import type { Report } from '../contract.ts';
import { SelectField } from '../controls.tsx';
import { SendDialog } from '../dialogs.tsx';
import { NameField } from '../places.tsx';
import { overviewQuery, sheetQuery } from '../queries.ts';
import { attempt } from '../toasts.tsx';
import { findColumnChoices, toKey } from './column-choices.ts';

const operators = {
  '': 'Every row',
  EQUAL: 'is equal to',
  NOT_EQUAL: 'is not equal to',
  CONTAINS: 'contains',
  IS_BLANK: 'is blank',
  IS_NOT_BLANK: 'is not blank',
  IS_CHECKED: 'is checked',
  GREATER_THAN: 'is greater than',
  LESS_THAN: 'is less than',
};

const comparing = ['EQUAL', 'NOT_EQUAL', 'CONTAINS', 'GREATER_THAN', 'LESS_THAN'];

type ReportDialogProps = { report: Report | null; onClose: () => void };

/** Makes a report, or changes one: its sheets, its columns and one condition for its rows. */
export function ReportDialog({ report, onClose }: ReportDialogProps) {
  const { sheets, places, accounts } = useSuspenseQuery(overviewQuery).data;
  const [name, setName] = useState(report?.name ?? '');
  const [owner, setOwner] = useState(accounts[0]?.email ?? '');
  const [sheetIds, setSheetIds] = useState<readonly string[]>(report?.sheetIds ?? []);
  const [workspaceIds, setWorkspaceIds] = useState<readonly string[]>(report?.workspaceIds ?? []);
  const [keys, setKeys] = useState<readonly string[]>(report?.columns.map(toKey) ?? []);
  const [operator, setOperator] = useState<string>(report?.condition?.operator ?? '');
  const [filterKey, setFilterKey] = useState(report?.condition ? toKey(report.condition.column) : '');
  const [value, setValue] = useState(report?.condition?.value ?? '');
  const placed = sheets.filter(({ place }) => workspaceIds.includes(place?.split('/')[0] ?? ''));
  // The columns of some sheets are enough to choose from: those of a workspace are mostly alike.
  const readIds = [...new Set([...sheetIds, ...placed.map(({ id }) => id)])].slice(0, 12);
  const read = useQueries({ queries: readIds.map((id) => sheetQuery(id)) });
  const choices = findColumnChoices(read.flatMap(({ data }) => data?.columns ?? []));
  const chosen = choices.filter((choice) => keys.includes(toKey(choice)));
  const filtered = choices.find((choice) => toKey(choice) === filterKey) ?? chosen[0];
  const needed = { name: name.trim(), sheetIds, workspaceIds, columns: chosen };
  const condition = operator !== '' && filtered ? { column: filtered, operator, value } : null;
  const body = { ...needed, condition };
  const send = () =>
    report
      ? attempt(() => call('PUT', `/api/console/reports/${report.id}`, body))
      : attempt(() => call('POST', '/api/console/reports', { ...body, owner }));
  return (
    <SendDialog
      title={report ? 'Edit report' : 'New report'}
      description="Its rows are those of the sheets that its reader may see."
      submitLabel={report ? 'Save report' : 'Create report'}
      submitDisabled={needed.name === '' || chosen.length === 0}
      send={send}
      onClose={onClose}
    >
      <NameField label="Report name" value={name} onChange={setName} />
      {!report && (
        <SelectField
          label="Owner"
          options={Object.fromEntries(accounts.map(({ email }) => [email, email]))}
          value={owner}
          onChange={setOwner}
        />
      )}
      <Choices
        label="Sheets"
        options={sheets.map(({ id, name }) => ({ id, name }))}
        chosen={sheetIds}
        onChange={setSheetIds}
      />
      <Choices
        label="Workspaces"
        options={places
          .filter(({ isFolder }) => !isFolder)
          .map(({ id, path }) => ({ id, name: path.join(' / ') }))}
        chosen={workspaceIds}
        onChange={setWorkspaceIds}
      />
      <Choices
        label="Columns"
        options={choices.map((choice) => ({ id: toKey(choice), name: choice.title }))}
        chosen={keys}
        onChange={setKeys}
      />
      <SelectField label="Rows" options={operators} value={operator as never} onChange={setOperator} />
      {operator !== '' && (
        <SelectField
          label="Where"
          options={Object.fromEntries(choices.map((choice) => [toKey(choice), choice.title]))}
          value={filtered ? toKey(filtered) : ''}
          onChange={setFilterKey}
        />
      )}
      {comparing.includes(operator) && (
        <Input aria-label="Compare with" value={value} onChange={({ target }) => setValue(target.value)} />
      )}
    </SendDialog>
  );
}

type ChoicesProps = {
  label: string;
  options: { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
};

/** Several of many things. Those that are chosen come first. */
function Choices({ label, options, chosen, onChange }: ChoicesProps) {
  const [search, setSearch] = useState('');
  const query = search.trim().toLowerCase();
  const isChosen = ({ id }: { id: string }) => chosen.includes(id);
  const found = options.filter((option) => isChosen(option) || option.name.toLowerCase().includes(query));
  const shown = found.toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a))).slice(0, 60);
  return (
    <fieldset className="grid gap-1.5">
      <legend className="pb-1.5 text-sm font-medium">
        {label}: {chosen.length} chosen
      </legend>
      {options.length > 12 && (
        <Input
          type="search"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <div className="grid max-h-40 gap-1 overflow-y-auto rounded-md border border-line px-3 py-2">
        {shown.map((option) => (
          <Checkbox
            key={option.id}
            label={option.name}
            checked={isChosen(option)}
            onChange={(on) => onChange(on ? [...chosen, option.id] : chosen.filter((id) => id !== option.id))}
          />
        ))}
        {shown.length === 0 && <p className="text-xs text-ink-2">Nothing to choose from yet.</p>}
      </div>
    </fieldset>
  );
}
