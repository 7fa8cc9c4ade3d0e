import type { Automation, Client, Column, Sheet } from '@picksync/client';
import { quoted, Refusal } from './answer.ts';

type Reader = Pick<Client, 'sheets'>;

/** How many names a sentence lists. */
const namesShown = 20;

function contains(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.trim().toLowerCase());
}

/** Returns the one of several things that a name or an id means. Throws a refusal that names what it could be. */
function choose<T extends { id: string; name: string }>(kind: string, all: readonly T[], asked: string): T {
  const wanted = asked.trim().toLowerCase();
  const exact = all.filter(({ id, name }) => id === wanted || name.trim().toLowerCase() === wanted);
  const [only] = exact;
  if (only && exact.length === 1) return only;
  const near = exact.length > 1 ? exact : all.filter(({ name }) => contains(name, asked));
  const list = (near.length > 0 ? near : all)
    .slice(0, namesShown)
    .map(({ id, name }) => `${quoted(name)} (${id})`)
    .join(', ');
  if (all.length === 0) throw new Refusal(`There is no ${kind}.`);
  throw new Refusal(
    exact.length > 1
      ? `Several are called so; give the id of the ${kind}: ${list}.`
      : `There is no ${kind} called ${quoted(asked)}. Is it one of these? ${list}.`,
  );
}

/** Returns the sheets whose name has a text in it, and how many more the person can see or may not be listed. */
export async function findSheets(
  { sheets }: Reader,
  search: string,
): Promise<{ found: Sheet[]; total: number }> {
  const { items } = await sheets.list();
  return { found: items.filter(({ name }) => contains(name, search)), total: items.length };
}

/** Returns a sheet by its name or id, with its columns. */
export async function readColumns(
  { sheets }: Reader,
  asked: string,
  known?: readonly Sheet[],
): Promise<{ sheet: Sheet; columns: Column[] }> {
  const sheet = choose('sheet', known ?? (await sheets.list()).items, asked);
  return { sheet, columns: await sheets.columns({ params: { id: sheet.id } }) };
}

export type Place = { sheet: string; column: string };

/** Returns source and destination as the API takes them, by the names or ids of sheets and columns. */
export async function findColumns(
  client: Reader,
  { source, destination }: { source: Place; destination: Place },
) {
  const { items } = await client.sheets.list();
  const from = await readColumns(client, source.sheet, items);
  const to = await readColumns(client, destination.sheet, items);
  const sourceColumn = choose('column', from.columns.map(toNamed), source.column);
  const targetColumn = choose('column', to.columns.map(toNamed), destination.column);
  return {
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

function toNamed({ id, title }: Column) {
  return { id, name: title };
}

/** Returns an automation by its name or id. */
export async function findAutomation(
  { automations }: Pick<Client, 'automations'>,
  asked: string,
): Promise<Automation> {
  return choose('automation', await automations.list().all(), asked);
}
