import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError, programs } from './platform.ts';
import { giveTo } from './reachable-places.ts';
import { ids, type RunAs } from './run-as.ts';
import { quickPasswords, settingArgs } from './server-settings.ts';

export const superuser = 'picksync';
const majorVersion = '18';

/** What is inside a data folder: the cluster, which belongs to PostgreSQL, and the password, which belongs to us. */
export type Cluster = {
  pgdata: string;
  password: string;
};

/** PostgreSQL gets nothing of our own environment. Its messages are parsed, so they are in English. */
export const cleanEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Opens the cluster in a folder, and creates it when there is none. A half-created cluster is deleted first. */
export async function openCluster(options: {
  dataDir: string;
  native: string;
  account: RunAs;
  durable: boolean;
}): Promise<Cluster> {
  const { dataDir, native, account, durable } = options;
  const pgdata = join(dataDir, 'cluster');
  const passwordFile = join(dataDir, 'password');
  if (existsSync(pgdata)) {
    requireOurVersion(pgdata);
    if (!existsSync(passwordFile)) {
      throw new EmbeddedPostgresError(
        `${passwordFile} is missing, so ${pgdata} cannot be opened. Restore it.`,
      );
    }
    return { pgdata, password: readFileSync(passwordFile, 'utf8').trim() };
  }
  for (const entry of readdirSync(dataDir)) {
    if (entry.startsWith('cluster.')) rmSync(join(dataDir, entry), { recursive: true, force: true });
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  const making = join(dataDir, `cluster.${process.pid}`);
  await initialise({ making, password, native, account, durable });
  renameSync(making, pgdata);
  return { pgdata, password };
}

function requireOurVersion(pgdata: string): void {
  const version = readFileSync(join(pgdata, 'PG_VERSION'), 'utf8').trim();
  if (version === majorVersion) return;
  throw new EmbeddedPostgresError(
    `${pgdata} was made by PostgreSQL ${version}, this is ${majorVersion}. Dump it with the old version, or choose another DATA_DIR.`,
  );
}

async function initialise(options: {
  making: string;
  password: string;
  native: string;
  account: RunAs;
  durable: boolean;
}): Promise<void> {
  const { making, password, native, account, durable } = options;
  mkdirSync(making, { mode: 0o700 });
  giveTo(account, making);
  const passwordFile = `${making}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(account, passwordFile);
  try {
    await run(
      programs(native).initdb,
      [
        `--pgdata=${making}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Does not depend on which locales the machine has installed.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync', ...settingArgs(quickPasswords)]),
      ],
      account,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function run(program: string, args: string[], account: RunAs): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...ids(account),
      cwd: '/',
      env: cleanEnvironment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new EmbeddedPostgresError(`The database could not be made: ${readReason(said)}`));
    });
  });
}

/** Returns the last error that a program wrote; the lines after it are about cleaning up. */
export function readReason(text: string): string {
  const lines = text.trim().split('\n');
  const complaints = lines.flatMap((line) => /(?:error|FATAL|PANIC):\s+(.+)/.exec(line)?.[1] ?? []);
  return complaints.at(-1) ?? lines.at(-1) ?? '';
}
