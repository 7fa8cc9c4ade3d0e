import { randomInt } from 'node:crypto';
import type { Figure, Measure } from './figure.ts';
import { rankTest } from './report/rank-test.ts';
import { quantile } from './report/spread.ts';
import { onStage, type Stage } from './stage/stage.ts';

const password = 'Copper-Lantern-58!';
/** The hash of that password, at the product's cost. */
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$BiZ7p0cwzBquhGn9UDUPgg$hGrArpGVoVprdYkslU7X8IvDhsbHakssWMRLMQYHGBc';
const calls = {
  register: (email: string) => ({ path: 'register', body: { email, password } }),
  login: (email: string) => ({ path: 'login', body: { email, password: 'Walnut-Bridge-31!' } }),
  'verify-email': (email: string) => ({ path: 'verify-email', body: { email, otp: '000000' } }),
  'resend-verification': (email: string) => ({ path: 'resend-verification', body: { email } }),
};
type Call = keyof typeof calls;
const addressClasses = ['unknown', 'waiting', 'verified'] as const;
type AddressClass = (typeof addressClasses)[number];

function getAddress(call: Call, kind: AddressClass, index: number) {
  return `${kind}-${index}@${call}.example`;
}

/**
 * Whether the time of a public call reveals if an address has an account: tries of all classes come in no order, each with its
 * own address.
 */
export const figure: Figure = {
  title: 'What the time of signing in tells',
  meaning:
    'Whether the time of a public sign-in call tells if an address has an account: medians and a rank test',
  measure: ({ postgres, quick, say }) =>
    onStage({ postgres }, async (stage) => {
      const tries = quick ? 40 : 300;
      const most = '1000000';
      const limits = { SIGN_INS_PER_MINUTE: most, REQUESTS_PER_MINUTE: most, MAILS_PER_HOUR: most };
      const api = await stage.startApi(limits);
      await plantAccounts(stage, { url: api.url, tries });
      const measures: Measure[] = [];
      for (const call of Object.keys(calls) as Call[]) {
        say(call);
        const times = await timeInTurns(tries, (kind, index) =>
          send(api.url, call, getAddress(call, kind, index)),
        );
        measures.push(...compare(call, times));
      }
      return measures;
    }),
};

/** Creates the accounts of every call, and the codes of those that are not verified. */
async function plantAccounts(
  { prisma }: Stage,
  { url, tries }: { url: string; tries: number },
): Promise<void> {
  const known = (Object.keys(calls) as Call[]).flatMap((call) =>
    Array.from({ length: tries }, (_, index) => [
      { email: getAddress(call, 'waiting', index), passwordHash, isVerified: false },
      { email: getAddress(call, 'verified', index), passwordHash, isVerified: true },
    ]).flat(),
  );
  await prisma.user.createMany({ data: known });
  for (let index = 0; index < tries; index += 1) {
    await send(url, 'resend-verification', getAddress('verify-email', 'waiting', index));
  }
}

async function send(url: string, call: Call, email: string): Promise<void> {
  const { path, body } = calls[call](email);
  const answer = await fetch(`${url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  });
  await answer.text();
  if (answer.status >= 500 || answer.status === 429) throw new Error(`${path} answered ${answer.status}`);
}

type Times = Record<AddressClass, number[]>;

async function timeInTurns(
  tries: number,
  attempt: (kind: AddressClass, index: number) => Promise<void>,
): Promise<Times> {
  const times: Times = { unknown: [], waiting: [], verified: [] };
  const turns = addressClasses.flatMap((kind) =>
    Array.from({ length: tries }, (_, index) => ({ kind, index })),
  );
  // By chance, so that every class comes as often after each class: a mail that a try has sent slows down the next one.
  for (const { kind, index } of shuffle(turns)) {
    const began = performance.now();
    await attempt(kind, index);
    times[kind].push(performance.now() - began);
  }
  return times;
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: randomInt(2 ** 32) }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

function compare(call: Call, times: Times): Measure[] {
  const median = (kind: AddressClass) => quantile(times[kind], 0.5);
  const medians = addressClasses.map(median);
  const known = ['waiting', 'verified'] as const;
  const detail = addressClasses.map((kind) => `${kind} ${median(kind).toFixed(2)}`).join(', ');
  // Two comparisons have two chances to look different by accident.
  const chance = Math.min(
    1,
    known.length * Math.min(...known.map((kind) => rankTest(times.unknown, times[kind]))),
  );
  return [
    {
      what: `${call}, medians apart by`,
      value: Math.max(...medians) - Math.min(...medians),
      unit: 'ms',
      limit: { atMost: 2 },
      detail: `medians: ${detail}; ${times.unknown.length} tries of each`,
    },
    { what: `${call}, rank test`, value: chance, unit: '', limit: { atLeast: 0.01 } },
  ];
}
