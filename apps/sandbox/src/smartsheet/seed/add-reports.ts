import type { State } from '../../state/state.ts';
import { newId, type Random } from '../ids.ts';
import type { Account, Id, Sheet, Time } from '../model.ts';
import type { Report, ReportColumn } from '../reports/report.model.ts';

type DraftColumn = Omit<ReportColumn, 'virtualId' | 'width' | 'hidden'>;
type Draft = Pick<Report, 'scope'> & Partial<Omit<Report, 'columns'>> & { columns: DraftColumn[] };

const check: DraftColumn = { title: 'Check', type: 'TEXT_NUMBER', primary: true };
const sheetName: DraftColumn = { title: 'Sheet name', type: 'TEXT_NUMBER', sheetNameColumn: true };
const siteColumns: DraftColumn[] = [
  check,
  { title: 'Region', type: 'PICKLIST' },
  { title: 'Inspector', type: 'PICKLIST' },
  { title: 'Result', type: 'PICKLIST' },
  { title: 'Day', type: 'DATE' },
];

/** How many sites the report of all of them reads: more than one page of rows, few enough to look at. */
const reportedSites = 40;
const defaultWidth = 150;

/**
 * Adds reports over the sheets that were made before: of a workspace, of sheets with a filter, of 20,000 rows, one with contacts,
 * and a summary, which has no rows.
 */
export function addReports(
  state: State,
  { random, at, owner, reader }: { random: Random; at: Time; owner: Account; reader: Account },
): void {
  const add = (name: string, draft: Draft) => {
    const id = newId(random);
    const columns = draft.columns.map((column) => ({
      width: defaultWidth,
      hidden: false,
      ...column,
      virtualId: newId(random),
    }));
    const times = { createdAt: at, modifiedAt: at };
    state.reports.set(id, { id, name, ownerId: owner.id, ...times, shares: {}, ...draft, columns });
  };
  const sheets = [...state.sheets.values()];
  const idsOf = (isWanted: (sheet: Sheet) => boolean): Id[] => sheets.filter(isWanted).map(({ id }) => id);
  const sites = idsOf(({ name }) => name.startsWith('Site ')).slice(0, reportedSites);
  const workspaceIds = [...state.workspaces.values()]
    .filter(({ name }) => name === 'Field operations')
    .map(({ id }) => id);
  // Shared with somebody who has no access to the sheets behind it, and so sees no row.
  add('Inspections, northern sites', {
    scope: { sheetIds: [], workspaceIds },
    shares: { [reader.id]: 'VIEWER' },
    columns: [sheetName, ...siteColumns],
  });
  add('Major findings, all sites', {
    scope: { sheetIds: sites, workspaceIds: [] },
    columns: [sheetName, ...siteColumns],
    filters: {
      operator: 'AND',
      criteria: [
        { column: { title: 'Result', type: 'PICKLIST' }, operator: 'EQUAL', values: ['Major finding'] },
      ],
    },
  });
  add('All parts', {
    scope: { sheetIds: idsOf(({ name }) => name === 'Parts catalogue'), workspaceIds: [] },
    columns: [{ title: 'Part no.', type: 'TEXT_NUMBER', primary: true }],
  });
  add('Open projects', {
    scope: { sheetIds: idsOf(({ name }) => name === 'Projects'), workspaceIds: [] },
    columns: [
      { title: 'Project', type: 'TEXT_NUMBER', primary: true },
      { title: 'Manager', type: 'CONTACT_LIST' },
      { title: 'Team', type: 'MULTI_CONTACT_LIST' },
      { title: 'Tags', type: 'MULTI_PICKLIST' },
      { title: 'Phase', type: 'PICKLIST' },
    ],
    filters: {
      operator: 'AND',
      criteria: [{ column: { title: 'Phase', type: 'PICKLIST' }, operator: 'NOT_EQUAL', values: ['Closed'] }],
    },
  });
  add('Project budget summary', {
    scope: { sheetIds: idsOf(({ name }) => name === 'Projects'), workspaceIds: [] },
    isSummaryReport: true,
    columns: [{ title: 'Budget', type: 'TEXT_NUMBER' }],
  });
}
