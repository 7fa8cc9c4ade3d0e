import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, toolchain } from '../root.mjs';

/** Returns the commit of a folder; undefined where it is no clone, or git is missing. */
export function readCommit(folder = root) {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Writes which commit was built beside the Node of the build, where processes without a COMMIT look for it. */
export function recordCommit(commit, place = toolchain) {
  const file = join(place, 'commit');
  if (commit === undefined) rmSync(file, { force: true });
  else writeFileSync(file, `${commit}\n`);
}
