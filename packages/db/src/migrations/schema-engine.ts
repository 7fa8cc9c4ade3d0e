import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory, type ErrorRegistry } from '@prisma/driver-adapter-utils';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import { catalogAdapter } from './catalog-adapter.ts';

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

/** Runs something with the schema engine on the database at `url`. Rejects with the driver's own error. */
export async function withSchemaEngine<T>(
  url: string,
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loadEngine();
  const adapter = catalogAdapter(url);
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
