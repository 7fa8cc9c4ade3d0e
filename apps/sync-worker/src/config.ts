import { sealingKeysSetting } from '@picksync/db';
import { metricsToken } from '@picksync/metrics';
import {
  assertGivenInProduction,
  assertSafeStart,
  callSourceConfig,
  callSourceSettings,
  commitSetting,
  count,
  databaseConfig,
  databaseSettings,
  healthTimeoutMs,
  httpOrigin,
  httpUrl,
  logLevel,
  port,
  readSettings,
  secretSettings,
  targetsSetting,
} from '@picksync/process';
import * as z from 'zod';

/**
 * Every setting of the worker process, by its name in the environment. `.env.example` explains each of them to an
 * operator; a test keeps the two in step.
 */
export const settings = z.object({
  PORT: port(3001),
  HOST: z.string().default('127.0.0.1'),
  HEALTH_TIMEOUT_MS: healthTimeoutMs,
  COMMIT: commitSetting,
  METRICS_TOKEN: metricsToken,
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl().optional(),
  QUEUE_LATE_SECONDS: count('seconds').default(60),
  URGENT_QUEUE_LATE_SECONDS: count('seconds').default(15),
  LOG_LEVEL: logLevel,

  ...databaseSettings,
  SEALING_KEYS: sealingKeysSetting,
  ...secretSettings,

  PUBLIC_URL: httpOrigin,
  SMARTSHEET_CLIENT_ID: z.string().optional(),
  SMARTSHEET_CLIENT_SECRET: z.string().optional(),
  SMARTSHEET_API_BASE: httpUrl().optional(),
  SMARTSHEET_CALLBACK_BASE: httpUrl().optional(),
  SMARTSHEET_MAX_OPTIONS: count('options').default(500),
  ...callSourceSettings,

  OUTGOING_WEBHOOK_TARGETS: targetsSetting,

  STATUS_CHECK_URL: httpUrl().optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_API_BASE: httpUrl().default('https://api-m.paypal.com'),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_API_BASE: httpUrl().default('https://api.razorpay.com'),

  SYNC_CONCURRENCY: count('connections').max(64).default(8),
  SWEEP_CONCURRENCY: count('connections').max(256).default(32),
});

export type Config = ReturnType<typeof readConfig>;

/** Without them no token can be refreshed. */
const neededOfSmartsheet = ['SMARTSHEET_CLIENT_ID', 'SMARTSHEET_CLIENT_SECRET'];

/** Reads the settings of the worker. Throws a `SettingsError` in one line. */
export function readConfig(environment: Record<string, string | undefined>) {
  const checked = settings
    .loose()
    .superRefine(assertSafeStart)
    .superRefine((env, context) => assertGivenInProduction(env, context, neededOfSmartsheet));
  return groupSettings(readSettings(checked, environment));
}

function groupSettings(env: z.output<typeof settings>) {
  const { SMARTSHEET_CLIENT_ID: clientId, SMARTSHEET_CLIENT_SECRET: clientSecret } = env;
  return {
    port: env.PORT,
    host: env.HOST,
    logLevel: env.LOG_LEVEL,
    healthTimeoutMs: env.HEALTH_TIMEOUT_MS,
    commit: env.COMMIT,
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    metricsToken: env.METRICS_TOKEN,
    queueLimits: { usual: env.QUEUE_LATE_SECONDS, urgent: env.URGENT_QUEUE_LATE_SECONDS },
    database: databaseConfig(env),
    sealingKeys: env.SEALING_KEYS,
    secret: env.SECRET,
    otherSecrets: env.OTHER_SECRETS,
    smartsheet: {
      credentials: clientId && clientSecret ? { clientId, clientSecret } : undefined,
      apiBase: env.SMARTSHEET_API_BASE,
      /** The address that Smartsheet sends its callbacks to. */
      callbackBase: env.SMARTSHEET_CALLBACK_BASE ?? env.PUBLIC_URL,
      maxOptions: env.SMARTSHEET_MAX_OPTIONS,
      source: callSourceConfig(env),
    },
    webhookTargets: env.OUTGOING_WEBHOOK_TARGETS,
    statusChecks: {
      site: env.STATUS_CHECK_URL ?? env.PUBLIC_URL,
      payments: [
        ...(env.PAYPAL_CLIENT_ID ? [env.PAYPAL_API_BASE] : []),
        ...(env.RAZORPAY_KEY_ID ? [env.RAZORPAY_API_BASE] : []),
      ],
      againAfterMs: 10_000,
    },
    syncConcurrency: env.SYNC_CONCURRENCY,
    sweepConcurrency: env.SWEEP_CONCURRENCY,
  };
}
