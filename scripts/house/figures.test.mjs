import { expect, test } from 'vitest';
import { readProjectFile } from './sources.mjs';

const numberWords = { two: 2, four: 4, five: 5, six: 6, ten: 10, fifteen: 15, twenty: 20, hundred: 100 };
const parseNumber = (text) => numberWords[text.toLowerCase()] ?? Number(text.replaceAll('_', ''));

const [throttles, codes, bodies, locks, tokens, streams] = [
  'apps/api/src/base/throttles.ts',
  'apps/api/src/people/one-time-codes/one-time-codes.ts',
  'apps/api/src/http/body-limits.ts',
  'packages/db/src/advisory-lock.ts',
  'packages/smartsheet-account/src/refresh-tokens.ts',
  'apps/api/src/sync/live/live-streams.ts',
];
const [budget, sessions, rescue, outages] = [
  'packages/smartsheet-account/src/budget.ts',
  'apps/api/src/people/sessions/sessions.ts',
  'apps/sync-worker/src/connections/requeue-orphaned-syncs.ts',
  'packages/db/src/sheet-backoff.ts',
];

/** A sentence of a page, and for each number in it where the code has it; `per` converts the code's unit to the page's. */
const figures = [
  {
    page: 'README.md',
    says: /A code has (\w+) minutes and (\w+) tries/,
    code: [
      [codes, /codeMinutes = (\d+)/],
      [codes, /maxTries = (\d+)/],
    ],
  },
  {
    page: 'README.md',
    says: /at the next (\d+)-minute sweep/,
    code: [['packages/db/src/queue/catalog.ts', /sweepWindowMinutes = (\d+)/]],
  },
  {
    page: 'docs/glossary.md',
    says: /every (\d+) minutes, for each connection/,
    code: [['packages/db/src/queue/catalog.ts', /sweepWindowMinutes = (\d+)/]],
  },
  {
    page: 'docs/decisions/throttles-in-postgres.md',
    says: /\| (\d+) logins in (\d+) minutes +\| address and network[\s\S]+\| (\d+) logins in 15 minutes +\| address /,
    code: [
      [throttles, /\bsignInsFromOneNetwork: throttle\('[\w-]+', (\d+)/],
      [throttles, /\bsignInsFromOneNetwork: throttle\('[\w-]+', \d+, (\d+) \* minuteMs/],
      [throttles, /\bsignIns: throttle\('[\w-]+', (\d+)/],
    ],
  },
  {
    page: 'docs/decisions/throttles-in-postgres.md',
    says: /\| (\d+) new passwords in (\d+) minutes[\s\S]+\| (\d+) mails in an hour, (\d+) from all networks/,
    code: [
      [throttles, /\bnewPasswords: throttle\('[\w-]+', (\d+)/],
      [throttles, /\bnewPasswords: throttle\('[\w-]+', \d+, (\d+) \* minuteMs/],
      [throttles, /\bmailsForOneNetwork: throttle\('[\w-]+', (\d+)/],
      [throttles, /\bmails: throttle\('[\w-]+', (\d+)/],
    ],
  },
  {
    page: 'docs/decisions/throttles-in-postgres.md',
    says: /\| (\d+) mails in an hour \(`MAILS_PER_HOUR`\)[\s\S]+\| (\d+) syncs by hand in (\d+) minutes/,
    code: [
      ['apps/api/src/config.ts', /MAILS_PER_HOUR: .*default\((\d+)\)/],
      [throttles, /\bsyncs: throttle\('[\w-]+', (\d+)/],
      [throttles, /\bsyncs: throttle\('[\w-]+', \d+, (\d+) \* minuteMs/],
    ],
  },
  {
    page: 'docs/decisions/smartsheet-call-budget.md',
    says: /A token bucket of (\d+) .* never more than (\d+) calls .* leaves (\d+) in the bucket/s,
    code: [
      [budget, /burst = (\d+)/],
      [budget, /limitPerMinute = (\d+)/],
      [budget, /reservedForPeople = (\d+)/],
    ],
  },
  {
    page: 'docs/decisions/callback-signature-while-streaming.md',
    says: /up to (\d+) KiB is kept .* up to (\d+) MiB, is hashed .* cut off after (\d+) KiB. At most (\w+) long bodies .*, (\w+) from one network;/s,
    code: [
      [bodies, /maxKeptBytes: (\d+) \* kiB/],
      [bodies, /maxBytes: (\d+) \* miB/],
      [bodies, /maxUnsignedBytes: (\d+) \* kiB/],
      [bodies, /maxLong: (\d+),/],
      [bodies, /maxLongPerNetwork: (\d+),/],
    ],
  },
  {
    page: 'docs/decisions/callback-signature-while-streaming.md',
    says: /stay below (\d+) MiB, those from one network below (\d+) MiB.* A body has (\d+) seconds/s,
    code: [
      [bodies, /maxMemoryBytes: (\d+) \* miB/],
      [bodies, /maxMemoryBytesPerNetwork: (\d+) \* miB/],
      [bodies, /bodyTimeoutMs: ([\d_]+)/, { per: 1000 }],
    ],
  },
  {
    page: 'docs/decisions/worker-death-by-advisory-lock.md',
    says: /after (\w+) seconds of silence .* Every ([\d.]+) seconds,.* at most once in (\w+) minutes/s,
    code: [
      [locks, /defaultSessionTimeoutMs = ([\d_]+)/, { per: 1000 }],
      ['apps/sync-worker/src/connections/requeue-orphaned-syncs.ts', /lookEveryMs = ([\d_]+)/, { per: 1000 }],
      [rescue, /rescueEveryMinutes = (\d+)/],
    ],
  },
  {
    page: 'docs/decisions/failing-sheet-backoff.md',
    says: /from one minute up to (\w+), and come last/,
    code: [[outages, /maxPauseMs = (\d+) \* 60_000/]],
  },
  {
    page: 'docs/decisions/token-refresh-by-lease.md',
    says: /a time limit of (\d+) seconds; the lease lasts (\d+)/,
    code: [
      [
        'packages/smartsheet-account/src/exchange-refresh-token.ts',
        /refreshTimeoutMs: timeoutMs = ([\d_]+)/,
        { per: 1000 },
      ],
      [tokens, /leaseMs: ([\d_]+)/, { per: 1000 }],
    ],
  },
  {
    page: 'docs/decisions/session-cookie-and-bearer-token.md',
    says: /it lives (\d+) minutes.* ends after (\d+) days without use and (\d+) days after/s,
    code: [
      [sessions, /authTokenMs = (\d+) \* minuteMs/],
      ['apps/api/src/config.ts', /SESSION_IDLE_DAYS: .*default\((\d+)\)/],
      ['apps/api/src/config.ts', /SESSION_MAX_DAYS: .*default\((\d+)\)/],
    ],
  },
  {
    page: 'docs/decisions/live-updates-by-notify-and-sse.md',
    says: /every (\w+) seconds each process looks .* Changes within (\d+) ms .* at most (\w+) streams/s,
    code: [
      ['apps/api/src/sync/live/live.ts', /checkEveryMs = ([\d_]+)/, { per: 1000 }],
      [streams, /gatherMs = (\d+)/],
      [streams, /streamsPerUser = (\d+)/],
    ],
  },
  {
    page: 'docs/decisions/live-updates-by-notify-and-sse.md',
    says: /every (\d+) seconds\. One that is (\w+) seconds late .* within (\w+) seconds is .* every (\d+) seconds/s,
    code: [
      ['packages/contracts/src/live.ts', /liveBeatMs = ([\d_]+)/, { per: 1000 }],
      ['apps/web/src/features/live/follow-changes.ts', /silenceMs = liveBeatMs \+ ([\d_]+)/, { per: 1000 }],
      ['apps/web/src/features/live/load-changes.ts', /answerMs = ([\d_]+)/, { per: 1000 }],
      ['apps/web/src/features/live/load-changes.ts', /pollMs = ([\d_]+)/, { per: 1000 }],
    ],
  },
  {
    page: 'docs/decisions/prepared-statements.md',
    says: /A process names at most (\d+)/,
    code: [['packages/db/src/database.ts', /defaultMost = (\d+)/]],
  },
  {
    page: '.env.example',
    says: /Reads and pages \((\d+);.*?\), .* \((\d+)\), .* \((\d+)\), and callbacks of other services \((\d+)\)/,
    code: ['REQUESTS', 'WRITES', 'SIGN_INS', 'CALLBACKS'].map((what) => [
      'apps/api/src/config.ts',
      new RegExp(`${what}_PER_MINUTE: perMinute.default\\(([\\d_]+)\\)`),
    ]),
  },
  {
    page: '.env.example',
    says: /syncs at once \((\d+)\), and sweeps at once in the 15-minute check \((\d+)\)/,
    code: ['SYNC', 'SWEEP'].map((what) => [
      'apps/sync-worker/src/config.ts',
      new RegExp(`${what}_CONCURRENCY: .*default\\((\\d+)\\)`),
    ]),
  },
];

test.each(figures)('$page says what the code does: $says', ({ page, says, code }) => {
  const said = says.exec(readProjectFile(page).replaceAll(/(?<!\|)\n(?:# )?(?=[^#|\n])/g, ' '));
  expect(said, 'the sentence is not on the page').not.toBeNull();
  const isSo = code.map(([path, pattern, { per = 1 } = {}]) => {
    const found = pattern.exec(readProjectFile(path));
    expect(found, `${path} has no ${pattern}`).not.toBeNull();
    return parseNumber(found[1]) / per;
  });
  expect(said.slice(1).map(parseNumber)).toEqual(isSo);
});
