import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';
import type { Row } from './table.ts';

/** The results, as they are stored in `bench/results/latest.json`. */
export type Results = {
  /** When the last run began, in ISO 8601. */
  at: string;
  machine: Machine;
  load: { before: number; after: number };
  quick: boolean;
  /** Each with the time its run began. */
  rows: (Row & { at: string })[];
  /** How long each figure of the last run took. */
  seconds: Record<string, number>;
  failures: { figure: string; error: string }[];
};

const folder = join(import.meta.dirname, '..', 'results');
const latest = join(folder, 'latest.json');

/**
 * Writes the results of a run. Results of figures that it did not measure are kept, if they were measured in the same
 * sizes.
 */
export function writeResults(results: Results): void {
  const before = existsSync(latest) ? readResults() : undefined;
  const measured = new Set(results.rows.map(({ figure }) => figure));
  const kept = before?.quick === results.quick ? before.rows : [];
  const rows = [...kept.filter(({ figure }) => !measured.has(figure)), ...results.rows];
  mkdirSync(folder, { recursive: true });
  writeFileSync(latest, `${JSON.stringify({ ...results, rows }, null, 2)}\n`);
}

/** Reads the results of the last run. Throws when there was none. */
export function readResults(): Results {
  if (!existsSync(latest)) throw new Error('Nothing has been measured yet. Run `npm run bench` first.');
  return JSON.parse(readFileSync(latest, 'utf8'));
}
