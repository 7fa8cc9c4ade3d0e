import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SchemaEngine } from './schema-engine.ts';

const schemaDir = fileURLToPath(new URL('../../prisma', import.meta.url));

export const migrationsDir = join(schemaDir, 'migrations');

/** Nothing in the database is managed by others as far as Prisma looks; the queue has a schema of its own. */
export const noFilters = { externalTables: [], externalEnums: [] };

/** Returns the schema files as the engine wants them. */
function readSchemaFiles(): { path: string; content: string }[] {
  return readdirSync(schemaDir)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => ({ path: name, content: readFileSync(join(schemaDir, name), 'utf8') }));
}

/** Returns the names of the migrations, oldest first. */
function listMigrations(): string[] {
  if (!existsSync(migrationsDir)) return [];
  return readdirSync(migrationsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Returns the migrations, oldest first, as the engine wants them. */
export function readMigrations() {
  const lockfile = join(migrationsDir, 'migration_lock.toml');
  return {
    baseDir: migrationsDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: existsSync(lockfile) ? readFileSync(lockfile, 'utf8') : null,
    },
    shadowDbInitScript: '',
    migrationDirectories: listMigrations().map((path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: readFileSync(join(migrationsDir, path, 'migration.sql'), 'utf8'),
        },
      },
    })),
  };
}

/** Returns the schema that this version was made for: the time in the name of its newest migration. */
export function schemaVersion(): string {
  return toSchemaVersion(listMigrations().at(-1) ?? '');
}

/** Returns the version of a schema by the name of its newest migration. */
export function toSchemaVersion(migration: string): string {
  return migration.slice(0, 14);
}

/** Returns the name of a new migration: it comes after all others, whatever the clock says. */
export function newMigrationName(name: string, now: Date): string {
  const newest = schemaVersion();
  const today = Number(now.toISOString().replace(/\D/g, '').slice(0, 14));
  return `${Math.max(today, Number(newest) + 1)}_${name}`;
}

/** Returns as SQL how the database of an engine differs from the schema; undefined when it does not. */
export async function differenceToSchema(engine: SchemaEngine): Promise<string | undefined> {
  const files = readSchemaFiles();
  const { exitCode, stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: schemaDir },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: true,
    filters: noFilters,
  });
  return exitCode === 0 ? undefined : (stdout ?? '');
}
