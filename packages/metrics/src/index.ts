export { addMetricsRoute, metricsToken } from './add-metrics-route.ts';
export { createMetrics, type Metrics } from './create-metrics.ts';
export { measureProcess } from './measure-process.ts';
export { createMeasures, measureCalls, measureJobs } from './measures.ts';
export { createReadFigures } from './read-figures.ts';
