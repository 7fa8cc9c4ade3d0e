import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type ErrorRegistry,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { toConnection } from '../hosts.ts';

/** Prisma's own schema engine, the part behind `prisma migrate`, as WebAssembly: no binary is downloaded. */
export type SchemaEngine = glue.SchemaEngine;

/** The little of WebAssembly that is used; its types come with the browser's, which do not belong here. */
type WasmApi = {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, () => void> };
};

let loaded = false;

/** The package's own entry point imports the module the way bundlers understand; Node needs it done by hand. */
function loadEngine(): void {
  if (loaded) return;
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly;
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  const bytes = readFileSync(join(dirname(entry), 'schema_engine_bg.wasm'));
  const instance = new Instance(new Module(bytes), { './schema_engine_bg.js': withLooseTimers() });
  glue.__wbg_set_wasm(instance.exports);
  // Where the engine leaves its last words when it breaks.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (text: string) => process.emitWarning(text) },
  });
  instance.exports.__wbindgen_start?.();
  loaded = true;
}

/** The engine never clears the timer of ten seconds it sets beside its lock; that must not keep a process alive. */
function withLooseTimers(): object {
  const loose = (callback: () => void, ms: number) => setTimeout(callback, ms).unref();
  return Object.fromEntries(
    Object.entries(glue).map(([name, value]) => [name, /^__wbg_setTimeout_/.test(name) ? loose : value]),
  );
}

/**
 * Runs something with the schema engine on the database at `url`, whose statements wait for a lock no longer than
 * `lockTimeoutMs`; 0 is for ever. Rejects with the driver's own error.
 */
export async function withSchemaEngine<T>(
  url: string,
  use: (engine: SchemaEngine) => Promise<T>,
  { lockTimeoutMs = 0 } = {},
): Promise<T> {
  loadEngine();
  const adapter = catalogAdapter(url, lockTimeoutMs);
  const factory = bindMigrationAwareSqlAdapterFactory(adapter.factory);
  try {
    const engine = await glue.SchemaEngine.new({ datamodels: undefined }, () => {}, factory);
    try {
      return await use(engine);
    } finally {
      engine.free();
    }
  } catch (error) {
    throw originalError(error, factory.errorRegistry);
  } finally {
    await adapter.end();
  }
}

/** The engine names an error of the driver only by its number. */
function originalError(error: unknown, registry: ErrorRegistry): unknown {
  const id = error instanceof Error ? /External error id#(\d+)/.exec(error.message)?.[1] : undefined;
  return (id !== undefined && registry.consumeError(Number(id))?.error) || error;
}

const charOid = 18;
const textOid = 25;

/** The columns of a result that are of type `"char"`, by its rows, which the driver adapter passes on as they are. */
const charColumns = new WeakMap<object, number[]>();

/**
 * Opens a pool whose results can be read although they hold `"char"`: to compare a database with the schema, the engine
 * reads the system catalogue, where single letters have that type. Prisma's driver adapter refuses it, so the adapter
 * sees `text`, and the engine `character`.
 */
function openCatalogPool(url: string, lockTimeoutMs: number): pg.Pool {
  // One connection that stays: the engine's advisory lock belongs to the session that took it.
  const pool = new pg.Pool({
    ...toConnection(url),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    lock_timeout: lockTimeoutMs,
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
function catalogAdapter(
  url: string,
  lockTimeoutMs: number,
): {
  factory: SqlMigrationAwareDriverAdapterFactory;
  end: () => Promise<void>;
} {
  const pool = openCatalogPool(url, lockTimeoutMs);
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
