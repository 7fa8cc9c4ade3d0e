import { regions } from '@picksync/contracts/sync';
import { queueNames, readinessParts } from '@picksync/db';

/** One metric: what it counts, which process exports it, and by what it is told apart. */
export type MetricSpec = {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  of: 'both' | 'api' | 'sync-worker';
  /** The values of each label; `any` where the code that feeds it has a list of its own. */
  labels: Readonly<Record<string, readonly string[] | 'any'>>;
  buckets?: readonly number[];
};

/** In seconds: from a statement or an answer to the longest request. */
const short = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const ofRequests = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ofJobs = [0.05, 0.25, 1, 5, 15, 60, 300, 1800];
/** A minute is what alerts ask about. */
const ofDelays = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 1800];

const jobOutcomes = ['done', 'failed', 'dead'] as const;

/** Every metric of our own by its name; the library adds those of Node. No label holds an id, an address or a name somebody entered. */
export const metricsTable = {
  picksync_build_info: {
    type: 'gauge',
    help: 'Always 1: which build runs.',
    of: 'both',
    labels: {
      version: 'any',
      commit: 'any',
      process: ['api', 'sync-worker'],
      settings_version: 'any',
      schema_version: 'any',
    },
  },
  picksync_ready: {
    type: 'gauge',
    help: 'Whether a part that the process needs works (1) or fails (0), as /readyz says.',
    of: 'both',
    labels: { part: readinessParts },
  },
  picksync_shutting_down: {
    type: 'gauge',
    help: 'Whether the process was told to stop.',
    of: 'both',
    labels: {},
  },
  picksync_maintenance: {
    type: 'gauge',
    help: 'Whether a maintenance is on: changes are refused, and workers rest.',
    of: 'both',
    labels: {},
  },
  picksync_db_pool_connections: {
    type: 'gauge',
    help: 'Connections to the database, and statements that wait for one.',
    of: 'both',
    labels: {
      pool: ['prisma', 'queue', 'listener', 'locks'],
      state: ['used', 'idle', 'waiting', 'max'],
    },
  },
  picksync_db_query_duration_seconds: {
    type: 'histogram',
    help: 'How long statements took until their answer.',
    of: 'both',
    labels: { kind: ['read', 'write', 'queue', 'listen'] },
    buckets: short,
  },
  picksync_db_errors_total: {
    type: 'counter',
    help: 'Statements that the database refused, by the class of the SQLSTATE.',
    of: 'both',
    labels: { sqlstate_class: ['08', '25', '40', '42', '53', '57', 'other'] },
  },
  picksync_listener_lag_seconds: {
    type: 'gauge',
    help: 'How long the last announcement took from being sent to being heard.',
    of: 'both',
    labels: { channel: ['queue', 'live'] },
  },
  picksync_listener_reconnects_total: {
    type: 'counter',
    help: 'Connections that listen and had to be replaced.',
    of: 'both',
    labels: { channel: ['queue', 'live'] },
  },
  http_server_request_duration_seconds: {
    type: 'histogram',
    help: 'How long requests took, by the path of the contract; status_class none: the caller hung up.',
    of: 'api',
    labels: { method: 'any', route: 'any', status_class: ['1xx', '2xx', '3xx', '4xx', '5xx', 'none'] },
    buckets: ofRequests,
  },
  http_server_active_requests: {
    type: 'gauge',
    help: 'Requests that are being answered.',
    of: 'api',
    labels: {},
  },
  picksync_rate_limited_total: {
    type: 'counter',
    help: 'Requests that were refused with 429.',
    of: 'api',
    labels: { limit: ['reads', 'writes', 'sign_ins', 'callbacks', 'api_key'] },
  },
  picksync_event_streams: {
    type: 'gauge',
    help: 'Open streams of events.',
    of: 'api',
    labels: {},
  },
  picksync_event_stream_send_lag_seconds: {
    type: 'histogram',
    help: 'From the announcement of a change to its being sent to the pages.',
    of: 'api',
    labels: {},
    buckets: ofRequests,
  },
  picksync_sign_ins_total: {
    type: 'counter',
    help: 'Sign-ins that succeeded or were refused.',
    of: 'api',
    labels: {
      method: ['password', 'passkey', 'second_factor', 'google', 'microsoft'],
      outcome: ['ok', 'refused'],
    },
  },
  picksync_callbacks_total: {
    type: 'counter',
    help: 'Callbacks of other services.',
    of: 'api',
    labels: {
      source: ['smartsheet', 'paypal', 'razorpay', 'postmark'],
      outcome: ['taken', 'refused', 'unknown'],
    },
  },
  picksync_mails_total: {
    type: 'counter',
    help: 'Mails that the provider took or refused, and that came back.',
    of: 'api',
    labels: { mail: 'any', outcome: ['sent', 'bounced', 'refused'] },
  },
  picksync_channel_notices_total: {
    type: 'counter',
    help: 'Notices that Slack or Microsoft Teams took, or did not.',
    of: 'api',
    labels: { channel: ['slack', 'teams'], outcome: ['delivered', 'failed'] },
  },
  picksync_payment_events_total: {
    type: 'counter',
    help: 'Events of payment providers, by what came of them.',
    of: 'api',
    labels: { provider: ['paypal', 'razorpay'], outcome: ['applied', 'nothing', 'failed', 'refused'] },
  },
  picksync_queue_jobs: {
    type: 'gauge',
    help: 'Jobs in each queue. Read by one process for all, as are all gauges of the queue.',
    of: 'both',
    labels: { queue: 'any', state: ['waiting', 'delayed', 'running', 'dead'] },
  },
  picksync_queue_oldest_seconds: {
    type: 'gauge',
    help: 'For how long the oldest job could have begun.',
    of: 'both',
    labels: { queue: 'any' },
  },
  picksync_queue_limit_seconds: {
    type: 'gauge',
    help: 'From when on the oldest job counts as late.',
    of: 'both',
    labels: { queue: 'any' },
  },
  picksync_job_duration_seconds: {
    type: 'histogram',
    help: 'How long tries of jobs took.',
    of: 'both',
    labels: { queue: 'any', outcome: jobOutcomes },
    buckets: ofJobs,
  },
  picksync_job_wait_seconds: {
    type: 'histogram',
    help: 'How long jobs waited from when they could have begun.',
    of: 'both',
    labels: { queue: 'any', outcome: jobOutcomes },
    buckets: ofJobs,
  },
  picksync_jobs_total: {
    type: 'counter',
    help: 'Tries of jobs by how they ended: dead is the last one that failed.',
    of: 'both',
    // A list, so that each begins with 0: Prometheus does not see that the first dead letter came from nothing.
    labels: { queue: queueNames, outcome: jobOutcomes },
  },
  picksync_workers_alive: {
    type: 'gauge',
    help: 'Workers that are connected to the queue.',
    of: 'both',
    labels: {},
  },
  picksync_schedule_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When a scheduled job last ended well.',
    of: 'both',
    labels: { queue: 'any' },
  },
  picksync_sync_delay_seconds: {
    type: 'histogram',
    help: 'From the mark of an automation to its dropdown being written.',
    of: 'sync-worker',
    labels: { cause: ['callback', 'sweep', 'person'] },
    buckets: ofDelays,
  },
  picksync_sweep_overdue_connections: {
    type: 'gauge',
    help: 'Connections whose sweep has been due for more than five minutes.',
    of: 'both',
    labels: {},
  },
  picksync_connections: {
    type: 'gauge',
    help: 'Connections to Smartsheet.',
    of: 'both',
    labels: { status: ['connected', 'needs_reconnect'], region: regions },
  },
  picksync_automations: {
    type: 'gauge',
    help: 'Automations by what they do now.',
    of: 'both',
    labels: { state: ['active', 'paused_user', 'paused_system', 'failing', 'review'] },
  },
  picksync_automation_runs_total: {
    type: 'counter',
    help: 'Runs of automations by how they ended; class says whose a failure is.',
    of: 'sync-worker',
    labels: { outcome: ['changed', 'unchanged', 'waiting_review', 'failed'], class: 'any' },
  },
  picksync_smartsheet_calls_total: {
    type: 'counter',
    help: 'Calls of Smartsheet, each try; status none: no answer.',
    of: 'both',
    labels: { operation: 'any', status: 'any', region: regions },
  },
  picksync_smartsheet_calls_duration_seconds: {
    type: 'histogram',
    help: 'How long calls of Smartsheet took.',
    of: 'both',
    labels: { operation: 'any', status: 'any', region: regions },
    buckets: ofRequests,
  },
  picksync_smartsheet_rate_limited_total: {
    type: 'counter',
    help: 'Calls that Smartsheet refused as too many.',
    of: 'both',
    labels: { region: regions },
  },
  picksync_token_refreshes_total: {
    type: 'counter',
    help: 'Refreshes of tokens: refused ends a connection, retried does not.',
    of: 'both',
    labels: { outcome: ['ok', 'retried', 'refused'] },
  },
  picksync_webhooks: {
    type: 'gauge',
    help: 'Webhooks at Smartsheet.',
    of: 'both',
    labels: { status: ['enabled', 'creating', 'disabled'] },
  },
  picksync_outgoing_deliveries_total: {
    type: 'counter',
    help: 'Tries to deliver to outgoing webhooks.',
    of: 'sync-worker',
    labels: { outcome: ['delivered', 'failed'] },
  },
  picksync_outgoing_due: {
    type: 'gauge',
    help: 'Deliveries to outgoing webhooks that are due.',
    of: 'both',
    labels: {},
  },
  picksync_sealed_secrets: {
    type: 'gauge',
    help: 'Secrets in the database by the name of the key that seals them; current is the first of SEALING_KEYS.',
    of: 'both',
    labels: { key: 'any', current: ['true', 'false'] },
  },
  picksync_receipt_gaps: {
    type: 'gauge',
    help: 'Receipts that are missing between the numbers that were given out.',
    of: 'both',
    labels: {},
  },
  picksync_tidy_rows_deleted_total: {
    type: 'counter',
    help: 'Expired rows that were deleted.',
    of: 'sync-worker',
    labels: { table: 'any' },
  },
} as const satisfies Record<string, MetricSpec>;
