import type pg from 'pg';
import { createNames } from './database.ts';
import {
  type Automation,
  Prisma,
  type RenameIntent,
  type RowIntent,
  type SmartsheetConnection,
  type WriteIntent,
} from './generated/client.ts';

/*
 * The few statements that every sync repeats are sent to the driver itself: one statement of Prisma costs as much
 * processor time as two of these. This is what they are built from; everything else uses Prisma.
 */

/**
 * Runs one statement on a pool or on one of its clients, and returns its rows. Each connection prepares a statement once:
 * the same text has the same name. Build it of few texts: no connection forgets one, and later ones are not prepared.
 */
export async function queryRows<Row extends object>(
  db: Pick<pg.Pool | pg.PoolClient, 'query'>,
  { text, values }: Prisma.Sql,
): Promise<Row[]> {
  const { rows } = await db.query<Row>(toPrepared(text, values));
  return rows;
}

/** Returns a statement that each connection of the driver prepares once. */
export function toPrepared(text: string, values: unknown[]): pg.QueryConfig {
  return { name: toName(text), text, values };
}

/** Prisma's statements on the same connections have names of their own. */
const toName = createNames('raw');

/** The columns of the fields that were asked for; one is not its field's name in snake case. */
const knownColumns = new Map([['order', 'option_order']]);

/** Returns the column that holds a field of Prisma's models. */
export function toColumn(field: string): string {
  const known = knownColumns.get(field);
  if (known !== undefined) return known;
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  knownColumns.set(field, column);
  return column;
}

/** Returns a list for SQL with the column of each field. */
function listColumns(
  fields: readonly string[],
  toText: (column: string, field: string) => string,
): Prisma.Sql {
  return Prisma.raw(fields.map((field) => toText(toColumn(field), field)).join(', '));
}

/** A row to write: values by the fields of Prisma's model. What is undefined is left as it is. */
type RowValues = Record<string, unknown>;

/** Tables that are written by hand. */
type WrittenTable = 'automations' | 'automation_runs' | 'activity_logs';

/** Returns the fields of a row that are given, and the row `new` of a table with these values. */
function readValues(table: WrittenTable, values: RowValues): { fields: string[]; row: Prisma.Sql } {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const json = JSON.stringify(
    Object.fromEntries(given.map(([field, value]) => [toColumn(field), value])),
    toStorable,
  );
  return {
    fields: given.map(([field]) => field),
    row: Prisma.sql`jsonb_populate_record(NULL::${Prisma.raw(table)}, ${json}::jsonb) new`,
  };
}

/** A name can end in half a character; a parameter of the driver is mended in the same way. */
function toStorable(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** Returns `SET` and `FROM` of the statement that writes these values into the row of a table. */
export function updateTo(table: WrittenTable, values: RowValues): { set: Prisma.Sql; from: Prisma.Sql } {
  const { fields, row } = readValues(table, values);
  return { set: listColumns(fields, (column) => `${column} = new.${column}`), from: row };
}

/** Returns the statement that inserts a row with a new id and these values, if the query `source` found something. */
export function insertRow(table: WrittenTable, values: RowValues, source: Prisma.Sql): Prisma.Sql {
  const { fields, row } = readValues(table, values);
  return Prisma.sql`
    INSERT INTO ${Prisma.raw(table)} (id, ${listColumns(fields, (column) => column)})
    SELECT uuidv7(), ${listColumns(fields, (column) => `new.${column}`)} FROM ${row} WHERE EXISTS (SELECT FROM ${source})
    RETURNING 1`;
}

/** Returns the condition that these fields of the row `a` of a table are as in `values`. */
export function hasValues<Field extends string>(
  fields: readonly Field[],
  values: Record<Field, unknown>,
): Prisma.Sql {
  return Prisma.sql`${selectValues(fields)} = ${toValuesText(fields, values)}::jsonb`;
}

/** Returns the expression for these fields of the row `a` of a table, to be compared with the JSON of `toValuesText`. */
export function selectValues(fields: readonly string[]): Prisma.Sql {
  return Prisma.sql`jsonb_build_object(${listColumns(fields, (column, field) => `'${field}', a.${column}`)})`;
}

/** Returns these fields of a row as the text of a JSON object. */
export function toValuesText<Field extends string>(
  fields: readonly Field[],
  values: Record<Field, unknown>,
): string {
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, values[field]])));
}

type DateField<Row> = {
  [Field in keyof Row]-?: Extract<Row[Field], Date | Date[]> extends never ? never : Field;
}[keyof Row];

/** A table of which whole rows are read: its fields, and those of them that hold dates, which JSON has as text. */
type RawTable<Row> = { fields: readonly string[]; dates: Record<DateField<Row>, true> };

const automations: RawTable<Automation> = {
  fields: Object.keys(Prisma.AutomationScalarFieldEnum),
  dates: {
    dirtyAt: true,
    manualSyncAt: true,
    lastUpdated: true,
    failingSince: true,
    unseenSince: true,
    lastRunAt: true,
    leavingAt: true,
    reviewMailAt: true,
    healthCheckedAt: true,
    leftRuleAt: true,
    outsideChanges: true,
    outageSince: true,
    outageTriedAt: true,
    lookAgainAt: true,
    restoringAt: true,
    restedAt: true,
    createdAt: true,
    updatedAt: true,
  },
};

const connections: RawTable<SmartsheetConnection> = {
  fields: Object.keys(Prisma.SmartsheetConnectionScalarFieldEnum),
  dates: {
    tokenExpiresAt: true,
    tokenRefreshAt: true,
    refreshLeaseUntil: true,
    statusChangedAt: true,
    syncStartsAt: true,
    dirtyAt: true,
    parkedUntil: true,
    limitedUntil: true,
    retryingSince: true,
    slowSince: true,
    rescuedAt: true,
    nextSweepAt: true,
    lastSweptAt: true,
    nextWebhookCheckAt: true,
    nextHealthCheckAt: true,
    createdAt: true,
    updatedAt: true,
  },
};

const writeIntents: RawTable<WriteIntent> = {
  fields: Object.keys(Prisma.WriteIntentScalarFieldEnum),
  dates: { at: true },
};

const rowIntents: RawTable<RowIntent> = {
  fields: Object.keys(Prisma.RowIntentScalarFieldEnum),
  dates: { at: true },
};

const renameIntents: RawTable<RenameIntent> = {
  fields: Object.keys(Prisma.RenameIntentScalarFieldEnum),
  dates: { at: true },
};

/** The tables of which whole rows are read, by the names of their models in Prisma's client. */
export const rawTables = {
  automation: automations,
  smartsheetConnection: connections,
  writeIntent: writeIntents,
  rowIntent: rowIntents,
  renameIntent: renameIntents,
};

type RawRows = {
  automation: Automation;
  smartsheetConnection: SmartsheetConnection;
  writeIntent: WriteIntent;
  rowIntent: RowIntent;
  renameIntent: RenameIntent;
};

/** Returns the row `alias` of a table as a JSON object with the fields of Prisma's model, for `readRawRow`. */
export function selectRawRow(table: keyof RawRows, alias: string): Prisma.Sql {
  const columns = listColumns(rawTables[table].fields, (column, field) => `${alias}.${column} AS "${field}"`);
  return Prisma.sql`(SELECT row_to_json(fields) FROM (SELECT ${columns}) fields)`;
}

/** Returns a row that `selectRawRow` has selected as Prisma's client would return it. Changes the row that it is given. */
export function readRawRow<T extends keyof RawRows>(table: T, row: Record<string, unknown>): RawRows[T] {
  for (const field of Object.keys(rawTables[table].dates)) row[field] = toDate(row[field]);
  return row as RawRows[T];
}

function toDate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toDate);
  return typeof value === 'string' ? new Date(value) : value;
}

/** The error of a statement that undoes itself: what it was to find is not so. Set by `refuse_unless` in the database. */
const refusedState = 'PSREF';

/** Returns the expression that fails the whole statement with `isRefused` unless the condition holds. */
export function refuseUnless(condition: Prisma.Sql, what: string): Prisma.Sql {
  return Prisma.sql`refuse_unless(${condition}, ${what})`;
}

/** Returns whether a statement was undone because the condition with this name did not hold; any one where none is named. */
export function isRefused(error: unknown, what?: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== refusedState) return false;
  return what === undefined || error.message === what;
}
