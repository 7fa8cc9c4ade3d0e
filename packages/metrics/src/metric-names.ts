import { type MetricSpec, metricsTable } from './metrics-table.ts';

type Table = typeof metricsTable;
export type MetricName = keyof Table;
type OfType<T> = { [N in MetricName]: Table[N]['type'] extends T ? N : never }[MetricName];
export type CounterName = OfType<'counter'>;
export type GaugeName = OfType<'gauge'>;
export type HistogramName = OfType<'histogram'>;

type Value<V> = V extends readonly (infer One extends string)[] ? One : string;

/** The labels of one metric, each with the values that it may have. */
export type LabelsOf<N extends MetricName> = {
  -readonly [L in keyof Table[N]['labels']]: Value<Table[N]['labels'][L]>;
};

/** Returns the names of what a process exports. */
export function findNames(process: 'api' | 'sync-worker'): MetricName[] {
  return (Object.keys(metricsTable) as MetricName[]).filter((name) =>
    ['both', process].includes(getSpec(name).of),
  );
}

/** Returns the metric as the library is told of it. */
export function getSpec(name: MetricName): MetricSpec {
  return metricsTable[name];
}
