import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, type SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';

const charOid = 18;
const textOid = 25;

/** The columns of a result that are of type `"char"`, by its rows, which the driver adapter passes on as they are. */
const charColumns = new WeakMap<object, number[]>();

/**
 * Opens a pool whose results can be read although they hold `"char"`: to compare a database with the schema, the engine
 * reads the system catalogue, where single letters have that type. Prisma's driver adapter refuses it, so the adapter
 * sees `text`, and the engine `character`.
 */
function openCatalogPool(url: string): pg.Pool {
  // One connection that stays: the engine's advisory lock belongs to the session that took it.
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
  });
  // The engine reports errors of its statements; a connection that breaks while idle needs no report.
  pool.on('error', () => {});
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
  pool.query = ((...args: unknown[]) => query(...args).then(noteCharColumns)) as typeof pool.query;
  return pool;
}

function noteCharColumns(result: pg.QueryResult): pg.QueryResult {
  const columns: number[] = [];
  for (const [index, field] of (result.fields ?? []).entries()) {
    if (field.dataTypeID !== charOid) continue;
    field.dataTypeID = textOid;
    columns.push(index);
  }
  if (columns.length > 0) charColumns.set(result.rows, columns);
  return result;
}

/** Returns a driver adapter for the schema engine, with a pool of its own that `end` closes. */
export function catalogAdapter(url: string): {
  factory: SqlMigrationAwareDriverAdapterFactory;
  end: () => Promise<void>;
} {
  const pool = openCatalogPool(url);
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const column of charColumns.get(result.rows) ?? []) {
        result.columnTypes[column] = ColumnTypeEnum.Character;
      }
      return result;
    };
    // The adapter would split the script at every semicolon. Sent whole, a migration is one transaction: all of it or
    // nothing.
    adapter.executeScript = async (script) => {
      await pool.query(script);
    };
    return adapter;
  };
  return { factory, end: () => pool.end() };
}
