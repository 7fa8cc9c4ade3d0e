import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import manifest from '../../../package.json' with { type: 'json' };

/** The version of the product, from the root `package.json`. */
const { version } = manifest;

const hash = /^[0-9a-f]{7,40}$/;

/** `npm run build` writes it, so that each release knows its own. */
const builtCommit = new URL('../../../.toolchain/commit', import.meta.url);

/** Returns the commit that a release was built from, as a file says it; "unknown" where none does. */
export function readBuiltCommit(file: string | URL = builtCommit): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return hash.test(text) ? text : 'unknown';
}

/**
 * The commit that a process was built from. The images set it, and `npm start` where the folder is a clone; without it the
 * one that was built is taken.
 */
export const commitSetting = z
  .string()
  .regex(hash, 'is the hash of a commit')
  .default(() => readBuiltCommit());

export type BuildInfo = {
  version: string;
  commit: string;
  /** The schema of the database that this version was made for. */
  schema: string;
};

/** Returns what tells two builds apart, at a glance and by programs. */
export function toBuildInfo({ commit, schema }: Omit<BuildInfo, 'version'>): BuildInfo {
  return { version, commit: commit.slice(0, 12), schema };
}
