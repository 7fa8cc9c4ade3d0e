import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client';
import {
  type CounterName,
  findNames,
  type GaugeName,
  getSpec,
  type HistogramName,
  type LabelsOf,
  type MetricName,
} from './metric-names.ts';

export type Metrics = {
  /** Counts one more, or `by` more. */
  count: <N extends CounterName>(name: N, labels: LabelsOf<N>, by?: number) => void;
  /** Records a length of time in seconds. */
  observe: <N extends HistogramName>(name: N, labels: LabelsOf<N>, seconds: number) => void;
  /** Sets what something is now. */
  set: <N extends GaugeName>(name: N, labels: LabelsOf<N>, value: number) => void;
  /** Adds to what something is now. */
  add: (name: 'http_server_active_requests', by: number) => void;
  /** Forgets all values of a gauge, for those that another process has now. */
  forget: (name: GaugeName) => void;
  /** Calls this before each reading, to set what is only known when somebody asks. */
  onRead: (collect: () => Promise<void> | void) => void;
  /** Adds what Node tells of itself. Once, and only in a process that ends with it. */
  addNodeMetrics: () => void;
  /** Returns everything as text, with its type. */
  read: () => Promise<{ text: string; contentType: string }>;
};

type Labels = Record<string, string>;

/** A label that has had so many values gets no more: a mistake may not fill the memory of whoever collects. */
const maxValues = 300;

const plainValue = /^[\w./:*-]{1,80}$/;
const idInside = /[0-9a-f]{8}-[0-9a-f]{4}-|\d{15}/;

/** Creates the metrics of one process. Nothing of them is global, so that several can live in one test. */
export function createMetrics({ process }: { process: 'api' | 'sync-worker' }): Metrics {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  const histograms = new Map<string, Histogram>();
  for (const name of findNames(process)) {
    const { type, help, labels, buckets } = getSpec(name);
    const options = { name, help, registers, labelNames: Object.keys(labels) };
    if (type === 'counter') counters.set(name, new Counter(options));
    else if (type === 'gauge') gauges.set(name, new Gauge(options));
    else histograms.set(name, new Histogram({ ...options, ...(buckets && { buckets: [...buckets] }) }));
  }
  for (const [name, counter] of counters) for (const labels of closedLabels(name)) counter.inc(labels, 0);
  const bound = createBounds();
  const collectors: (() => Promise<void> | void)[] = [];
  return {
    count: (name, labels, by = 1) => counters.get(name)?.inc(bound(name, labels), by),
    observe: (name, labels, seconds) => histograms.get(name)?.observe(bound(name, labels), seconds),
    set: (name, labels, value) => gauges.get(name)?.set(bound(name, labels), value),
    add: (name, by) => gauges.get(name)?.inc(by),
    forget: (name) => {
      gauges.get(name)?.reset();
      // The library sets one without labels to 0, which would be a statement of its own.
      if (Object.keys(getSpec(name).labels).length === 0) gauges.get(name)?.remove({});
    },
    onRead: (collect) => void collectors.push(collect),
    addNodeMetrics: () => collectDefaultMetrics({ register: registry }),
    read: async () => {
      // One that fails leaves its gauges as they were; the part behind it is seen as failing.
      await Promise.allSettled(collectors.map(async (collect) => collect()));
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

/** Returns every combination of the labels of a counter, where each has its list: one that is 0 can be seen to rise. */
function closedLabels(name: string): Labels[] {
  let all: Labels[] = [{}];
  for (const [label, values] of Object.entries(getSpec(name as MetricName).labels)) {
    if (values === 'any') return [];
    all = all.flatMap((labels) => values.map((value) => ({ ...labels, [label]: value })));
  }
  return all;
}

/** Returns what keeps labels to values that are plain and few. Others become `other`. */
function createBounds() {
  const seen = new Map<string, Set<string>>();
  const isTaken = (name: string, label: string, value: string): boolean => {
    const key = `${name} ${label}`;
    const values = seen.get(key) ?? new Set();
    if (values.has(value)) return true;
    if (values.size >= maxValues || !plainValue.test(value) || idInside.test(value)) return false;
    seen.set(key, values.add(value));
    return true;
  };
  return (name: MetricName, given: object): Labels => {
    const labels = given as Labels;
    for (const label in labels)
      if (!isTaken(name, label, labels[label] ?? ''))
        return bounded(labels, (...one) => isTaken(name, ...one));
    return labels;
  };
}

function bounded(labels: Labels, isTaken: (label: string, value: string) => boolean): Labels {
  return Object.fromEntries(
    Object.entries(labels).map(([label, value]) => [label, isTaken(label, value) ? value : 'other']),
  );
}
