import type { BenchPostgres } from './stage/postgres.ts';

export type Limit = { atMost: number } | { atLeast: number } | { exactly: number };

export type Unit = 'ms' | 's' | 'MB' | 'kB' | 'calls' | '×' | '%' | '';

/** One number and what it has to be. */
export type Measure = {
  what: string;
  value: number;
  unit: Unit;
  limit: Limit;
  /** What stands behind the number: how many there were, how they spread. */
  detail?: string;
};

export type FigureSetting = {
  postgres: BenchPostgres;
  /** A size that takes seconds, for trying things out. The limits stay. */
  quick: boolean;
  /** Tells how far it is. */
  say: (text: string) => void;
};

/** One of the figures the product is held to; the name of its file is its name. */
export type Figure = {
  title: string;
  /** What the figure tells, for docs/benchmarks.md: a sentence without its full stop. */
  meaning: string;
  measure: (setting: FigureSetting) => Promise<Measure[]>;
};

export function isKept({ value, limit }: Pick<Measure, 'value' | 'limit'>): boolean {
  if ('exactly' in limit) return value === limit.exactly;
  return 'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast;
}
