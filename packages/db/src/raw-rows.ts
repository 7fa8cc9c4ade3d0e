import { createHash } from 'node:crypto';
import type pg from 'pg';
import {
  type Automation,
  Prisma,
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
 * the same text has the same name. Build it of few texts, because no connection forgets one.
 */
export async function queryRows<Row extends object>(
  db: Pick<pg.Pool | pg.PoolClient, 'query'>,
  { text, values }: Prisma.Sql,
): Promise<Row[]> {
  const { rows } = await db.query<Row>({ name: getName(text), text, values });
  return rows;
}

const names = new Map<string, string>();

function getName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/** The fields of Prisma's models whose column is not their name in snake case. */
const otherColumns: Record<string, string> = { order: 'option_order' };

/** Returns the column that holds a field of Prisma's models. */
export function toColumn(field: string): string {
  return otherColumns[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the columns of these fields, separated by commas, of the row `alias` where one is given. */
export function toColumns(fields: readonly string[], alias?: string): Prisma.Sql {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return Prisma.raw(fields.map((field) => `${prefix}${toColumn(field)}`).join(', '));
}

/** Returns a row as the JSON that `jsonb_populate_record` reads. */
export function toRowJson(row: object): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(row).map(([field, value]) => [toColumn(field), value])),
  );
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
    outsideChanges: true,
    outageSince: true,
    outageTriedAt: true,
    lookAgainAt: true,
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

/** The tables of which whole rows are read, by the names of their models in Prisma's client. */
export const rawTables = {
  automation: automations,
  smartsheetConnection: connections,
  writeIntent: writeIntents,
  rowIntent: rowIntents,
};

type RawRows = {
  automation: Automation;
  smartsheetConnection: SmartsheetConnection;
  writeIntent: WriteIntent;
  rowIntent: RowIntent;
};

/** Returns the row `alias` of a table as a JSON object with the fields of Prisma's model, for `readRawRow`. */
export function selectRawRow(table: keyof RawRows, alias: string): Prisma.Sql {
  const pairs = rawTables[table].fields.map((field) => `${alias}.${toColumn(field)} AS "${field}"`);
  return Prisma.raw(`(SELECT row_to_json(fields) FROM (SELECT ${pairs.join(', ')}) fields)`);
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
const refusedState = 'PS001';

/** Returns the expression that fails the whole statement with `isRefused` unless the condition holds. */
export function refuseUnless(condition: Prisma.Sql, what: string): Prisma.Sql {
  return Prisma.sql`refuse_unless(${condition}, ${what})`;
}

/** Returns whether a statement was undone because the condition with this name did not hold; any one where none is named. */
export function isRefused(error: unknown, what?: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== refusedState) return false;
  return what === undefined || error.message === what;
}
