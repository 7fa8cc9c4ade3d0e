import { deflateRawSync } from 'node:zlib';
import * as z from 'zod';

// The settings that several processes have. The message of a schema follows the setting's name and says what it has to
// be.

/** Returns the schema of a port number with a default. */
export function port(standard: number) {
  return z.coerce.number('is a port number').int().min(0).max(65_535).default(standard);
}

export const logLevel = z
  .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  .default('info');

export const healthTimeoutMs = z.coerce.number('is a number of milliseconds').int().min(1).default(2000);

/** Returns the schema of a whole number from 1; `what` is counted. */
export function count(what: string) {
  return z.coerce.number(`is a number of ${what}`).int().min(1);
}

/** Several hosts are separated by commas, as libpq has them. */
const databaseUrl = z
  .string('is a postgres:// address')
  .refine((text) => {
    const [, before = '', hosts = '', after = ''] =
      /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?]*)(.*)$/.exec(text) ?? [];
    return hosts.split(',').every((host) => host !== '' && URL.canParse(`${before}${host}${after}`));
  }, 'is a postgres:// address')
  .refine(
    (text) => /target_session_attrs=(?!(?:read-write|primary)(?:&|$))/.exec(text) === null,
    'takes target_session_attrs=read-write only: every process writes',
  );

/** The settings of the database, to be spread into those of a process; `databaseConfig` groups them. */
export const databaseSettings = {
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: count('connections').min(2).default(10),
  DATABASE_TIMEOUT_MS: z.coerce.number('is a number of milliseconds').int().min(1000).default(25_000),
};

/** Returns the settings of the database under the names that `openDatabase` takes. */
export function databaseConfig(env: z.output<z.ZodObject<typeof databaseSettings>>) {
  return {
    url: env.DATABASE_URL,
    poolSize: env.DATABASE_POOL_SIZE,
    answerTimeoutMs: env.DATABASE_TIMEOUT_MS,
  };
}

/** One part of a header whose parts are separated by commas. */
const sourceName = z
  .string()
  .trim()
  .regex(/^[\x20-\x2b\x2d-\x7e]{1,100}$/, 'is a name of at most 100 plain letters, without a comma')
  .default('Picksync');

/** How our calls name themselves to Smartsheet, to be spread into the settings of a process. */
export const callSourceSettings = {
  SMARTSHEET_SOURCE_ORGANIZATION: sourceName,
  SMARTSHEET_SOURCE_APPLICATION: sourceName,
};

/** Returns the settings of the source of our calls. */
export function callSourceConfig(env: z.output<z.ZodObject<typeof callSourceSettings>>) {
  return { organization: env.SMARTSHEET_SOURCE_ORGANIZATION, application: env.SMARTSHEET_SOURCE_APPLICATION };
}

/** Returns the schema of an http URL; a slash at its end is removed. */
export function httpUrl(problem = 'is an address') {
  return z.url({ protocol: /^https?$/, error: problem }).transform((url) => url.replace(/\/+$/, ''));
}

/** The address people open. */
export const httpOrigin = httpUrl('is the address people open, such as https://picksync.example')
  .refine((url) => new URL(url).pathname === '/', 'is an origin: no path behind the host')
  .transform((url) => new URL(url).origin);

/** Compressed, 32 random hexadecimal digits keep 29 bytes, and words or letters that come again fewer than 25. */
const leastCompressedBytes = 26;

function looksRandom(text: string): boolean {
  return deflateRawSync(text).length >= leastCompressedBytes;
}

const secret = z
  .string('is a random text of at least 32 characters')
  .min(32, 'is a random text of at least 32 characters')
  .refine((text) => looksRandom(text), {
    error: 'is not random: make one with openssl rand -base64 32',
    when: ({ value }) => typeof value === 'string' && value.length >= 32,
  });

/** Secrets, separated by commas. */
const secretList = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(secret));

/** The settings of the secrets that hashes are keyed with, to be spread into those of a process. */
export const secretSettings = { SECRET: secret, OTHER_SECRETS: secretList.default([]) };

/** A setting that is missing or wrong, in one line fit for an operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Reads the settings of a process from its environment. An empty value counts as not given, as in a copied
 * `.env.example`. Throws a `SettingsError` that names every setting that is missing or wrong and shows no value.
 */
export function readSettings<S extends z.ZodType>(
  settings: S,
  environment: Record<string, string | undefined>,
): z.output<S> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = settings.safeParse(given);
  if (!parsed.success) throw new SettingsError(explain(parsed.error.issues));
  return parsed.data;
}

function explain(issues: readonly z.core.$ZodIssue[]): string {
  const problems = issues.map(
    ({ path, message }) => `${path.join('.')} ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
  );
  return `The settings are not complete: ${problems.join('; ')}. See .env.example.`;
}
