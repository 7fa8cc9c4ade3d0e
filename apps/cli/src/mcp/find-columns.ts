import { type Automation, type Client, type Column, PicksyncError, type Report } from '@picksync/client';
import { toOneLine } from '../one-line.ts';
import { quoted, Refusal } from './answer.ts';

type Reader = Pick<Client, 'sheets' | 'reports'>;

/** How many names a sentence lists. */
const namesShown = 20;

function contains(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.trim().toLowerCase());
}

/**
 * Returns the one of several things that a name or an id means. Throws a refusal that names what it could be, and ends with what is
 * missing among them.
 */
function choose<T extends { id: string; name: string }>(
  kind: string,
  all: readonly T[],
  { asked, gap = null }: { asked: string; gap?: string | null },
): T {
  const wanted = asked.trim().toLowerCase();
  const exact = all.filter(({ id, name }) => id === wanted || name.trim().toLowerCase() === wanted);
  const [only] = exact;
  if (only && exact.length === 1) return only;
  const near = exact.length > 1 ? exact : all.filter(({ name }) => contains(name, asked));
  const list = (near.length > 0 ? near : all)
    .slice(0, namesShown)
    .map(({ id, name }) => `${quoted(name)} (${id})`)
    .join(', ');
  if (all.length === 0) throw new Refusal(withGap(`There is no ${kind}.`, gap));
  throw new Refusal(
    exact.length > 1
      ? `Several are called so; give the id of the ${kind}: ${list}.`
      : withGap(`There is no ${kind} called ${quoted(asked)}. Is it one of these? ${list}.`, gap),
  );
}

function withGap(text: string, gap: string | null): string {
  return gap === null ? text : `${text} ${gap}`;
}

/** A sheet, or a report, which can be read alone. */
type Source = { kind: 'sheet' | 'report'; id: string; name: string };

/** The sheets and reports to read from. `gap` says that reports are missing; null where they were listed. */
type Sources = { all: readonly Source[]; gap: string | null };

async function listSources(client: Reader): Promise<Sources> {
  const { sheets, reports, gap } = await listBoth(client);
  const all = [
    ...sheets.map(({ id, name }) => ({ kind: 'sheet' as const, id, name })),
    ...reports.map(({ id, name }) => ({ kind: 'report' as const, id, name })),
  ];
  return { all, gap };
}

/** Lists at once what can be read from. */
async function listBoth(client: Reader) {
  const [{ items: sheets }, reports] = await Promise.all([client.sheets.list(), listReports(client)]);
  return { sheets, ...reports };
}

/** A person waits for the sheets meanwhile. */
const reportTries = 2;

/** Returns the reports that have rows to read. Sheets are found without them: a refusal becomes a sentence that says so. */
async function listReports({
  reports,
}: Pick<Reader, 'reports'>): Promise<{ reports: Report[]; gap: string | null }> {
  try {
    const { items } = await reports.list({}, { maxTries: reportTries });
    return { reports: items.filter(({ selectable }) => selectable), gap: null };
  } catch (error) {
    if (!(error instanceof PicksyncError)) throw error;
    return { reports: [], gap: `The reports could not be read: ${toOneLine(error.message)}` };
  }
}

/** Returns the sheets and reports whose name has a text in it, and how many there are as far as Smartsheet lists them. */
export async function findSheets(client: Reader, search: string) {
  const { sheets, reports, gap } = await listBoth(client);
  return {
    gap,
    sheets: sheets.filter(({ name }) => contains(name, search)),
    reports: reports.filter(({ name }) => contains(name, search)),
    total: sheets.length + reports.length,
  };
}

type ShownColumn = Pick<Column, 'id' | 'title' | 'type' | 'selectable' | 'reason'>;

/** Returns a sheet or report by its name or id, with its columns. */
export async function readColumns(
  client: Reader,
  asked: string,
  known?: Sources,
): Promise<{ sheet: Source; columns: ShownColumn[] }> {
  const { all, gap } = known ?? (await listSources(client));
  const hasReports = all.some(({ kind }) => kind === 'report');
  const sheet = choose(hasReports ? 'sheet or report' : 'sheet', all, { asked, gap });
  const params = { id: sheet.id };
  if (sheet.kind === 'sheet') return { sheet, columns: await client.sheets.columns({ params }) };
  return { sheet, columns: (await client.reports.columns({ params })).columns };
}

export type Place = { sheet: string; column: string };

/** Returns source and destination as the API takes them, by the names or ids of sheets, reports and columns. */
export async function findColumns(
  client: Reader,
  { source, destination }: { source: Place; destination: Place },
) {
  const sources = await listSources(client);
  const from = await readColumns(client, source.sheet, sources);
  const sheets = sources.all.filter(({ kind }) => kind === 'sheet');
  const to = await readColumns(client, destination.sheet, { all: sheets, gap: null });
  const sourceColumn = choose('column', from.columns.map(toNamed), { asked: source.column });
  const targetColumn = choose('column', to.columns.map(toNamed), { asked: destination.column });
  return {
    sourceKind: from.sheet.kind,
    sourceSheetId: from.sheet.id,
    sourceSheetName: from.sheet.name,
    sourceColumnId: sourceColumn.id,
    sourceColumnName: sourceColumn.name,
    sheetId: to.sheet.id,
    sheetName: to.sheet.name,
    targetColumnId: targetColumn.id,
    targetColumnName: targetColumn.name,
  };
}

function toNamed({ id, title }: ShownColumn) {
  return { id, name: title };
}

/** Returns an automation by its name or id. */
export async function findAutomation(
  { automations }: Pick<Client, 'automations'>,
  asked: string,
): Promise<Automation> {
  return choose('automation', await automations.list().all(), { asked });
}
