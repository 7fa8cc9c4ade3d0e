export { addHealthRoutes, addServeRoute } from './add-health-routes.ts';
export { type BuildInfo, commitSetting, toBuildInfo } from './build-info.ts';
export { createLogger } from './create-logger.ts';
export { hasFailedTooLong, pauseAfter } from './delivery-retries.ts';
export {
  createPostWebhook,
  type Post,
  type PostResult,
  type PostWebhook,
} from './post-webhook.ts';
export { type Targets, targetProblem, targetsSetting } from './public-target.ts';
export {
  callSourceConfig,
  callSourceSettings,
  count,
  databaseConfig,
  databaseSettings,
  healthTimeoutMs,
  httpOrigin,
  httpUrl,
  logLevel,
  port,
  readSettings,
  SettingsError,
  secretSettings,
} from './read-settings.ts';
export { createReadiness, type Readiness } from './readiness.ts';
export { checkHealth, type HealthChecks, runProcess } from './run-process.ts';
export { assertGivenInProduction, assertSafeStart, isAnythingReal } from './safe-start.ts';
export { currentTraceparent, inTrace, startTrace, type Trace } from './trace.ts';
export { openTracing, type Tracing, traceJobs } from './tracing.ts';
