import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { bundledPostgres, programs } from './platform.ts';
import { reachableBinaries, reachableDataDir } from './reachable-places.ts';
import { chooseAccount } from './run-as.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder nobody but us can enter, as `mktemp -d` makes them. */
function closedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'picksync-closed-'));
  chmodSync(folder, 0o700);
  folders.push(folder);
  return folder;
}

// Only root runs PostgreSQL under another account, so only then are there folders it cannot reach.
describe.runIf(process.getuid?.() === 0)('a project in a folder that is closed to others', () => {
  const account = chooseAccount();

  test('uses a copy of the binaries, made once', () => {
    const native = join(closedFolder(), 'native');
    cpSync(bundledPostgres(), native, { recursive: true, verbatimSymlinks: true });
    const said: string[] = [];
    const input = { native, account, log: (line: string) => said.push(line) };
    const copy = reachableBinaries(input);
    folders.push(copy);
    expect(copy).not.toBe(native);
    expect(existsSync(programs(copy).postgres)).toBe(true);
    expect(said).toEqual([expect.stringContaining(`using a copy in ${copy}`)]);
    expect(reachableBinaries(input)).toBe(copy);
    expect(said).toHaveLength(1);
  });

  test('mends a copy of which something was cleaned away', () => {
    const native = join(closedFolder(), 'native');
    cpSync(bundledPostgres(), native, { recursive: true, verbatimSymlinks: true });
    const input = { native, account, log: () => {} };
    const copy = reachableBinaries(input);
    folders.push(copy);
    rmSync(join(copy, 'share', 'postgresql', 'timezone'), { recursive: true });
    expect(reachableBinaries(input)).toBe(copy);
    expect(existsSync(join(copy, 'share', 'postgresql', 'timezone'))).toBe(true);
  });

  test('keeps its data in an open place, the same one each time', () => {
    const said: string[] = [];
    const input = { dataDir: join(closedFolder(), '.data'), account, log: (line: string) => said.push(line) };
    const place = reachableDataDir(input);
    folders.push(place);
    expect(place).toMatch(/\/picksync-data-[0-9a-f]{12}$/);
    expect(said[0]).toContain(`its data is kept in ${place}`);
    expect(reachableDataDir(input)).toBe(place);
  });
});

test('a project in an open folder keeps its data there', () => {
  const folder = closedFolder();
  chmodSync(folder, 0o755);
  const dataDir = join(folder, '.data');
  mkdirSync(dataDir);
  expect(reachableDataDir({ dataDir, account: chooseAccount(), log: () => {} })).toBe(dataDir);
});
