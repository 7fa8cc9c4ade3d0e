import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../root.mjs';

/** Runs a script of deploy/pgbackrest beside programs that only say what they were asked. */
function run(script, { args = [], programs }) {
  const folder = mkdtempSync(join(tmpdir(), 'picksync-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const [name, does] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> ${folder}/asked\n${does}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { PATH: `${bin}:${process.env.PATH}`, PG_BIN: bin, TEXTFILES: folder, RESTORE_FOLDER: folder };
  const { status, stderr } = spawnSync(join(root, 'deploy/pgbackrest', script), args, {
    env,
    encoding: 'utf8',
  });
  const read = (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '');
  return { status, stderr, read, asked: read('asked').split('\n') };
}

test('a backup that ends well tells when, and one that fails says nothing', () => {
  const good = run('picksync-backup', { args: ['full'], programs: { pgbackrest: '' } });
  expect(good.asked).toContain('pgbackrest --stanza=picksync --type=full backup');
  expect(good.read('picksync_backup.prom')).toMatch(
    /^picksync_backup_last_success_timestamp_seconds \d{10}\n$/,
  );

  const bad = run('picksync-backup', { programs: { pgbackrest: 'exit 1' } });
  expect([bad.status === 0, bad.read('picksync_backup.prom')]).toEqual([false, '']);
});

test.each([
  ['has users', 3, /^picksync_restore_test_last_success_timestamp_seconds \d{10}\n$/],
  ['is empty', 0, /^$/],
])('a restore whose database %s is told as such, and nothing of it stays', (_what, users, expected) => {
  const programs = { pgbackrest: '', pg_ctl: '', psql: `echo ${users}` };
  const { read, asked } = run('picksync-restore-test', { programs });
  expect(read('picksync_restore_test.prom')).toMatch(expected);
  const [, place] = /--pg1-path=(\S+)\/data .*restore/.exec(asked.join('\n')) ?? [];
  expect(existsSync(place)).toBe(false);
  expect(asked.filter((line) => line.startsWith('pg_ctl')).at(-1)).toContain('stop');
});

/** Starts as PostgreSQL does: not without settings, which a folder of Debian does not hold. */
const startsWithSettings = `
  case "$*" in *stop*) exit 0 ;; esac
  echo "$*" | grep -o "[a-z]*_file='[^']*'" | while IFS="'" read -r name file rest; do test -f "$file" && echo "$name"; done > "$0.found"
  test "$(wc -l < "$0.found")" -eq 3 || exit 1`;

test('a restore of a database whose settings are elsewhere, as on Debian, starts with settings of its own', () => {
  const programs = { pgbackrest: '', pg_ctl: startsWithSettings, psql: 'echo 3' };
  expect(run('picksync-restore-test', { programs }).status).toBe(0);
});

test('a restore that does not start tells what the server said, before that is gone', () => {
  const saysWhy = `
    case "$*" in *stop*) exit 0 ;; esac
    while [ "$1" != --log ]; do shift; done
    echo "no room" > "$2"
    exit 1`;
  const { status, stderr } = run('picksync-restore-test', {
    programs: { pgbackrest: '', pg_ctl: saysWhy, psql: '' },
  });
  expect([status === 0, stderr]).toEqual([false, expect.stringContaining('no room')]);
});
