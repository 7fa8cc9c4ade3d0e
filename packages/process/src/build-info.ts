import * as z from 'zod';
import manifest from '../../../package.json' with { type: 'json' };

/** The version of the product, from the root `package.json`. */
const { version } = manifest;

/** The commit that a process was built from. The images set it, and `npm start` where the folder is a clone. */
export const commitSetting = z
  .string()
  .regex(/^[0-9a-f]{7,40}$/, 'is the hash of a commit')
  .default('unknown');

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
