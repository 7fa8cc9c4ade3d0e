import { z } from 'zod';

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'is an address' })
  .transform((url) => url.replace(/\/+$/, ''));

const count = (what: string) => z.coerce.number(`is a number of ${what}`).int().min(1);

/**
 * Every setting of the worker process, by its name in the environment. `.env.example` explains each of them to an
 * operator; a test keeps the two in step.
 */
export const settings = z.object({
  PORT: z.coerce.number('is a port number').int().min(0).max(65_535).default(3001),
  HOST: z.string().default('127.0.0.1'),
  HEALTH_TIMEOUT_MS: z.coerce.number('is a number of milliseconds').int().min(1).default(2000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),

  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'is a postgres:// address' }),
  DATABASE_POOL_SIZE: count('connections').min(2).default(10),
  SEALING_KEYS: z.string('is the list of keys that seal secrets in the database'),
  SECRET: z.string('is a random text of at least 32 characters').min(32, 'is at least 32 characters long'),

  PUBLIC_URL: httpUrl,
  SMARTSHEET_CLIENT_ID: z.string().optional(),
  SMARTSHEET_CLIENT_SECRET: z.string().optional(),
  SMARTSHEET_API_BASE: httpUrl.optional(),
  SMARTSHEET_CALLBACK_BASE: httpUrl.optional(),
  SMARTSHEET_MAX_OPTIONS: count('options').default(500),

  SYNC_CONCURRENCY: count('accounts').max(64).default(8),
  SWEEP_CONCURRENCY: count('accounts').max(256).default(32),
});

export type Config = ReturnType<typeof readConfig>;

/** A setting that is missing or wrong, in one line fit for an operator. */
export class ConfigError extends Error {}

/** Reads the settings. An empty value counts as not given, as in a copied `.env.example`. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = settings.safeParse(given);
  if (!parsed.success) throw new ConfigError(explain(parsed.error.issues));
  return grouped(parsed.data);
}

const explain = (issues: z.core.$ZodIssue[]) =>
  `The settings are not complete: ${issues
    .map(({ path, message }) => `${path.join('.')} ${message.charAt(0).toLowerCase()}${message.slice(1)}`)
    .join('; ')}. See .env.example.`;

function grouped(env: z.output<typeof settings>) {
  const { SMARTSHEET_CLIENT_ID: clientId, SMARTSHEET_CLIENT_SECRET: clientSecret } = env;
  return {
    port: env.PORT,
    host: env.HOST,
    logLevel: env.LOG_LEVEL,
    healthTimeoutMs: env.HEALTH_TIMEOUT_MS,
    database: { url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE },
    sealingKeys: env.SEALING_KEYS,
    secret: env.SECRET,
    smartsheet: {
      credentials: clientId && clientSecret ? { clientId, clientSecret } : undefined,
      apiBase: env.SMARTSHEET_API_BASE,
      /** Where Smartsheet is told to send its change notices. */
      callbackBase: env.SMARTSHEET_CALLBACK_BASE ?? env.PUBLIC_URL,
      maxOptions: env.SMARTSHEET_MAX_OPTIONS,
    },
    syncConcurrency: env.SYNC_CONCURRENCY,
    sweepConcurrency: env.SWEEP_CONCURRENCY,
  };
}
