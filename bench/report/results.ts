import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';
import type { Row } from './table.ts';

/** What one run of the benchmarks measured, as it is kept in `bench/results/latest.json`. */
export type Results = {
  /** When the run began, in ISO 8601. */
  at: string;
  machine: Machine;
  load: { before: number; after: number };
  quick: boolean;
  rows: Row[];
  failures: { figure: string; error: string }[];
};

const folder = join(import.meta.dirname, '..', 'results');
const latest = join(folder, 'latest.json');

/** Writes the results of a run in place of those of the run before. */
export function writeResults(results: Results): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(latest, `${JSON.stringify(results, null, 2)}\n`);
}

/** Reads the results of the last run. Throws when there was none. */
export function readResults(): Results {
  if (!existsSync(latest)) throw new Error('Nothing has been measured yet. Run `npm run bench` first.');
  return JSON.parse(readFileSync(latest, 'utf8'));
}
