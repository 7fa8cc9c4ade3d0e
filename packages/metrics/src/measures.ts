import type { JobEnd, QueryMeasures } from '@picksync/db';
import { currentTraceparent, startTrace, type Tracing } from '@picksync/process';
import type { SmartsheetCall } from '@picksync/smartsheet-client';
import type { Metrics } from './create-metrics.ts';
import type { LabelsOf } from './metric-names.ts';
import { metricsTable } from './metrics-table.ts';

const classes = metricsTable.picksync_db_errors_total.labels.sqlstate_class;

/** The error of a statement that undoes itself, which is how it says no; see `refuseUnless`. */
const refusalClass = 'PS';

/** Returns what measures the statements of a process. */
export function createMeasures(metrics: Metrics): QueryMeasures {
  return {
    onQuery: (kind, seconds) => metrics.observe('picksync_db_query_duration_seconds', { kind }, seconds),
    onError: (sqlState) => {
      // Without a state the connection itself has failed.
      const given = sqlState?.slice(0, 2) ?? '08';
      if (given === refusalClass) return;
      const sqlstate_class = classes.find((one) => one === given) ?? 'other';
      metrics.count('picksync_db_errors_total', { sqlstate_class });
    },
  };
}

/** Returns what measures the jobs of a process. */
export function measureJobs(metrics: Metrics): (end: JobEnd) => void {
  return ({ queue, outcome, waitedMs, ms }) => {
    metrics.count('picksync_jobs_total', { queue, outcome });
    metrics.observe('picksync_job_duration_seconds', { queue, outcome }, ms / 1000);
    metrics.observe('picksync_job_wait_seconds', { queue, outcome }, Math.max(0, waitedMs) / 1000);
  };
}

const tooManyCalls = 429;

type CallWatch = {
  metrics: Metrics;
  log: { debug: (fields: object, message: string) => void };
  tracing: Tracing;
};

/** Returns what gives, for the region of an account, what measures and logs its calls of Smartsheet. */
export function measureCalls({ metrics, log, tracing }: CallWatch) {
  type Region = LabelsOf<'picksync_smartsheet_rate_limited_total'>['region'];
  return (region: Region) => (call: SmartsheetCall) => {
    const labels = { operation: call.operation, status: String(call.status ?? 'none'), region };
    metrics.count('picksync_smartsheet_calls_total', labels);
    metrics.observe('picksync_smartsheet_calls_duration_seconds', labels, call.durationMs / 1000);
    log.debug({ ...labels, ms: call.durationMs, attempt: call.attempt }, 'smartsheet call');
    traceCall(tracing, call);
    if (call.status === tooManyCalls) metrics.count('picksync_smartsheet_rate_limited_total', { region });
  };
}

function traceCall(tracing: Tracing, { operation, status, durationMs }: SmartsheetCall): void {
  const isError = status === undefined || status >= 400;
  const trace = startTrace(currentTraceparent());
  tracing.record({ name: operation, kind: 'client', trace, durationMs, isError });
}
