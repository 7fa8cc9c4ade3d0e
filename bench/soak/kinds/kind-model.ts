import type { AutomationSettings } from '@picksync/contracts';
import {
  type ReferenceAnswer,
  type ReferenceMemory,
  type ReferenceOutcome,
  type ReferencePerson,
  type ReferenceRow,
  referenceContacts,
  referenceRun,
  referenceValues,
} from '@picksync/sync-engine/testing';
import { maxOptions } from '../model.ts';
import type { SoakScene } from '../people.ts';

export const titles = ['City', 'Person', 'People', 'Address', 'Pick'] as const;

/** The columns of a sheet, or of the report, by what they hold. */
export type KindColumns = Record<'Name' | (typeof titles)[number], string>;

export type KindRow = {
  id: string;
  name: string;
  city: string;
  person: ReferencePerson | null;
  people: ReferencePerson[];
  address: string;
  pick: string;
};

/** A sheet with people in it, which the report may read. */
export type KindSheet = {
  id: string;
  name: string;
  columns: KindColumns;
  rows: KindRow[];
  /** Whether the report is to read it, and whether the person may. */
  isInReport: boolean;
  isShared: boolean;
};

export type KindReport = { id: string; name: string; columns: KindColumns & { Sheet: string } };

export type KindTarget = {
  automationId: string;
  sheetId: string;
  columnId: string;
  /** What its source is, and which of its columns. */
  from: 'sheet' | 'report';
  reads: 'name' | 'person' | 'people' | 'name with address' | 'pick';
  isOfContacts: boolean;
  /** What its cells say, by their rows. */
  cells: Map<string, string[]>;
  settings: AutomationSettings;
  memory: ReferenceMemory;
  isLocked: boolean;
};

export type KindScene = SoakScene & {
  account: { email: string; userId: string; connectionId: string };
  /** Owns everything, and shares it. */
  colleague: { email: string; token: string };
  /** The first is a source by itself; the report reads the others, and at times the first. */
  sheets: KindSheet[];
  report: KindReport;
  isReportShared: boolean;
  targets: KindTarget[];
  /** The sheet of the dropdown that is filled from `Pick`, and which the report may come to read itself. */
  ownSheet: { target: KindTarget; name: string; isInReport: boolean };
};

/** What a look has to make of a target: `reason` is why it fails or asks. */
export type KindOutcome = { list: string[]; reason: string | null; memory: ReferenceMemory };

/** Returns the sheets that the report shows to the person, in the order of its scope. */
function shownSheets({ sheets }: KindScene): KindSheet[] {
  return sheets.filter(({ isInReport, isShared }) => isInReport && isShared);
}

type SaidRow = { cells: ReferenceRow; people: ReferencePerson[] };

/** Returns what the rows of a target's source say in the columns that its settings may name, and whom. */
function readRows(scene: KindScene, { from, reads }: KindTarget): SaidRow[] {
  const [first] = scene.sheets;
  const { columns } = from === 'report' ? scene.report : (first as KindSheet);
  const read = (row: KindRow, sheet: string): SaidRow => ({
    cells: {
      [columns.Name]: row.name,
      [columns.City]: row.city,
      [columns.Pick]: row.pick,
      [columns.Person]: row.person && sayPerson(row.person),
      [scene.report.columns.Sheet]: sheet,
    },
    people: findPeople(row, reads),
  });
  const of = ({ rows, name }: KindSheet) => rows.map((row) => read(row, name));
  if (from === 'sheet') return of(first as KindSheet);
  const { target, name, isInReport } = scene.ownSheet;
  const blank: KindRow = { id: '', name: '', city: '', person: null, people: [], address: '', pick: '' };
  const own = [...target.cells.values()].map((texts) => read({ ...blank, pick: texts.join() }, name));
  return [...shownSheets(scene).flatMap(of), ...(isInReport ? own : [])];
}

function findPeople(row: KindRow, reads: KindTarget['reads']): ReferencePerson[] {
  if (reads === 'people') return row.people;
  if (reads === 'person') return row.person ? [row.person] : [];
  if (reads === 'name with address')
    return row.address === '' ? [] : [{ name: row.name === '' ? null : row.name, email: row.address }];
  return [];
}

/** Returns what a cell shows of a person. */
function sayPerson({ name, email }: ReferencePerson): string {
  return name ?? email ?? '';
}

/** Returns what a look makes of a target, by the rules and without any code of the product. */
export function expectKind(
  scene: KindScene,
  target: KindTarget,
  { current, answer }: { current: string[]; answer?: ReferenceAnswer | undefined },
): KindOutcome {
  const { settings, memory, from, isLocked, isOfContacts, cells } = target;
  const failed = (reason: string) => ({ list: current, reason, memory });
  if (from === 'report') {
    if (!scene.isReportShared) return failed('report_gone');
    const { target: own, isInReport } = scene.ownSheet;
    if (own === target && isInReport) return failed('report_lists_target');
  }
  if (isLocked) return failed('target_column_locked');
  const rows = readRows(scene, target);
  const used = [...cells.values()].flat();
  const sheets = shownSheets(scene).length + Number(scene.ownSheet.isInReport);
  const state = { current, settings, memory, used, maxOptions, now: Date.now(), answer };
  const given = from === 'report' ? { ...state, sheets } : state;
  const outcome: ReferenceOutcome = isOfContacts
    ? referenceContacts({
        ...given,
        people: pass(rows, settings),
        unfiltered: pass(rows, unfiltered(settings)),
      })
    : referenceRun({
        ...given,
        values: sayValues(scene, target, settings),
        unfiltered: sayValues(scene, target, unfiltered(settings)),
      });
  // Which options the source lacks, and since when, is remembered meanwhile.
  if (outcome.verdict === 'refuse') return { ...failed('too_many_options'), memory: outcome.memory };
  if (outcome.verdict === 'wait') return { list: current, reason: outcome.reason, memory: outcome.memory };
  return { list: outcome.list, reason: null, memory: outcome.memory };
}

function unfiltered(settings: AutomationSettings): AutomationSettings {
  return { ...settings, filters: null };
}

/** Returns the people of the rows that the filters let through. */
function pass(rows: readonly SaidRow[], settings: AutomationSettings): ReferencePerson[] {
  const numbered = rows.map(({ cells }, index) => ({ ...cells, number: `n${index}` }));
  const passed = referenceValues(numbered, { column: 'number', settings });
  return rows.flatMap(({ people }, index) => (passed.includes(`n${index}`) ? people : []));
}

function sayValues(scene: KindScene, target: KindTarget, settings: AutomationSettings): string[] {
  const cells = readRows(scene, target).map((row) => row.cells);
  return referenceValues(cells, { column: sourceColumn(scene, target), settings });
}

/** Returns the column that a target reads. */
export function sourceColumn({ sheets, report }: KindScene, { from, reads }: KindTarget): string {
  const { columns } = from === 'report' ? report : (sheets[0] as KindSheet);
  const title = {
    name: 'Name',
    person: 'Person',
    people: 'People',
    'name with address': 'Name',
    pick: 'Pick',
  };
  return columns[title[reads] as keyof KindColumns];
}
