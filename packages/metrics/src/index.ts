export { addMetricsRoute, metricsToken } from './add-metrics-route.ts';
export { createMetrics, type Metrics } from './create-metrics.ts';

export { createMeasures, measureCalls, measureJobs } from './measures.ts';
export { watchProcess } from './watch-process.ts';
