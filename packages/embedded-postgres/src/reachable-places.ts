import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError, programs } from './platform.ts';
import { canUse, type RunAs } from './run-as.ts';

type Log = (line: string) => void;

/** Folders for files that another account must reach when it cannot read the project's own folder. */
function openFolders() {
  return [...new Set([tmpdir(), '/var/tmp', '/tmp'])];
}

/**
 * Returns the folder of PostgreSQL's binaries that the account can use: the one in the dependencies, or, when that lies
 * below a folder closed to the account, a copy made once per version.
 */
export function reachableBinaries(options: { native: string; account: RunAs; log: Log }): string {
  const { native, account, log } = options;
  const usable = (folder: string) => {
    const { initdb, postgres, catalog } = programs(folder);
    return canUse(account, { execute: [initdb, postgres], read: [catalog] });
  };
  if (usable(native)) return native;
  const files = countFiles(native);
  const isComplete = (folder: string) =>
    existsSync(folder) && isOurs(folder) && countFiles(folder) === files && usable(folder);
  for (const parent of openFolders()) {
    const copy = join(parent, `picksync-postgres-${readVersion(native)}`);
    if (isComplete(copy)) return copy;
    try {
      copyOnce({ from: native, to: copy, isComplete });
    } catch {
      continue;
    }
    if (!isComplete(copy)) continue;
    log(`The folder of PostgreSQL's binaries is closed to ${account.name}; using a copy in ${copy}.`);
    return copy;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL has to run as ${account.name} here, but no temporary folder is open to it. Set DATABASE_URL instead.`,
  );
}

/** Returns a folder owned by us, open to pass through, whose content the account can use. */
export function reachableDataDir(options: { dataDir: string; account: RunAs; log: Log }): string {
  const { account, log } = options;
  const wanted = resolve(options.dataDir);
  if (takesPrivateFolder(wanted, account)) return wanted;
  for (const parent of new Set(['/var/tmp', ...openFolders()])) {
    const place = join(parent, `picksync-data-${shortHash(wanted)}`);
    if (existsSync(place) && !isOurs(place)) continue;
    if (!takesPrivateFolder(place, account)) continue;
    log(`${wanted} cannot hold the database (${account.name} cannot use it); its data is kept in ${place}.`);
    return place;
  }
  throw new EmbeddedPostgresError(`PostgreSQL cannot keep data in ${wanted}. Choose another DATA_DIR.`);
}

/** Gives a path to the account PostgreSQL runs under. */
export function giveTo({ uid, gid }: RunAs, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** PostgreSQL wants a folder that only its own user can read; some mounts cannot give that. */
function takesPrivateFolder(folder: string, account: RunAs): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    if (account.uid !== undefined) chmodSync(folder, 0o711);
    const probe = mkdtempSync(join(folder, 'probe-'));
    try {
      giveTo(account, probe);
      chmodSync(probe, 0o700);
      return (statSync(probe).mode & 0o077) === 0 && canUse(account, { write: [probe], execute: [probe] });
    } finally {
      rmSync(probe, { recursive: true, force: true });
    }
  } catch {
    return false;
  }
}

/**
 * Copies to a temporary name and renames, so that no process ever sees half a copy. A copy that another process has
 * just made is kept.
 */
function copyOnce(options: { from: string; to: string; isComplete: (folder: string) => boolean }): void {
  const { from, to, isComplete } = options;
  const making = mkdtempSync(join(dirname(to), `.${basename(to)}-`));
  const copy = join(making, 'native');
  try {
    cpSync(from, copy, { recursive: true, verbatimSymlinks: true });
    openToAll(copy);
    if (isComplete(to)) return;
    if (existsSync(to) && isOurs(to)) renameSync(to, join(making, 'incomplete'));
    renameSync(copy, to);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** Platform and version of the binaries, from the package around them. */
function readVersion(native: string): string {
  try {
    const { name, version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'));
    return `${basename(String(name))}-${String(version)}`;
  } catch {
    return shortHash(native);
  }
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() || statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Somebody else could have created a folder of this name in a public place. */
function isOurs(folder: string): boolean {
  const { uid, mode } = lstatSync(folder);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}

function countFiles(folder: string) {
  return readdirSync(folder, { recursive: true }).length;
}

function shortHash(text: string) {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
