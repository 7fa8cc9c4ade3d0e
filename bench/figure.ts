import type { BenchPostgres } from './stage/postgres.ts';

export type Limit = { atMost: number } | { atLeast: number } | { exactly: number };

export type Unit = 'ms' | 's' | 'MB' | 'kB' | 'calls' | '×' | '%' | '';

/** One number and what it has to be. */
export type Measure = {
  what: string;
  value: number;
  unit: Unit;
  limit: Limit;
  /** Details of the number: how many values there were, and how they spread. */
  detail?: string;
};

export type FigureSetting = {
  postgres: BenchPostgres;
  /** Measures smaller sizes, which take seconds, for trying things out. The limits stay the same. */
  quick: boolean;
  /** How many runs are there to be tidied; undefined for the usual number. */
  runs: number | undefined;
  /** Reports the progress. */
  say: (text: string) => void;
};

/** One of the figures that the product has to reach. It has the name of its file. */
export type Figure = {
  title: string;
  /** What the figure means, for docs/benchmarks.md: a sentence without its full stop. */
  meaning: string;
  measure: (setting: FigureSetting) => Promise<Measure[]>;
};

export function isKept({ value, limit }: Pick<Measure, 'value' | 'limit'>): boolean {
  if ('exactly' in limit) return value === limit.exactly;
  return 'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast;
}
