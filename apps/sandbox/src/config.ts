import * as z from 'zod';

function count(fallback: number) {
  return z.coerce.number().int().min(0).default(fallback);
}

const settings = z.object({
  /** The sandbox stands in for others, so it has no place where the others are. */
  NODE_ENV: z
    .string()
    .refine((name) => name !== 'production', 'The sandbox is never part of a production start.')
    .optional(),
  HOST: z.string().default('127.0.0.1'),
  /** Names besides `localhost` and `HOST` under which it answers, such as `sandbox` between containers; by commas. */
  HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .toLowerCase()
        .split(',')
        .flatMap((name) => name.trim() || []),
    ),
  PORT: count(4010),
  /** The address of the console in links to sheets. Without it: localhost at the port. */
  SANDBOX_URL: z.url().optional(),
  /** Where the state survives a restart; without it nothing does. */
  DATA_FILE: z.string().min(1).optional(),
  CLIENT_ID: z.string().min(1).default('picksync-local'),
  /** The app's name, as people read it on the page that asks for permission. */
  CLIENT_NAME: z.string().min(1).default('Picksync'),
  CLIENT_SECRET: z.string().min(1).default('sandbox-secret'),
  /** The app's registered redirect. Without it the address in the request is believed. */
  REDIRECT_URI: z.url().optional(),
  /** How long events wait for more before a callback goes out; the provider waits 60,000. */
  DELIVERY_DELAY_MS: count(0),
  /** What an hour of waiting between two tries of a callback takes here, in milliseconds: 1,000 is 3,600 times as fast. */
  RETRY_HOUR_MS: count(1000),
  /** How long a callback or a challenge may take. */
  CALLBACK_TIMEOUT_MS: count(10_000),
  TOKEN_LIFETIME_SECONDS: count(604_799),
  /** Calls per token and minute; 0 is without limit. */
  RATE_LIMIT: count(300),
  MAX_OPTIONS: count(500),
  MAX_OPTION_LENGTH: count(4000),
  MAX_ROWS_PER_CALL: count(500),
  /** Whether an edit of a column's definition raises the sheet's version. The documentation does not list it. */
  COLUMN_EDITS_RAISE_VERSION: z.stringbool().default(false),
});

/** The sandbox's settings, all with a default that suits one machine. */
export type Config = z.infer<typeof settings>;

/** Throws one readable line per wrong setting. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}
