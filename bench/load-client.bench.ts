import autocannon from 'autocannon';
import type { Figure, Measure } from './figure.ts';
import { requestBytes } from './load/connection.ts';
import { runFlatOut } from './load/load.ts';
import { quantile } from './report/spread.ts';
import { plantWebhooks, signCallbacks } from './stage/callbacks.ts';
import { plantDashboard } from './stage/dashboard-rows.ts';
import { logIn } from './stage/login.ts';
import { onStage, type Stage } from './stage/stage.ts';

/** How many connections ask at once where as much is asked as the API can answer. */
const manyConnections = 16;

/**
 * Our own load client against autocannon. It must not tell of answers that were not given, nor of shorter times. With one
 * connection both ask in the same way, and mostly wait. With many they share the processor with what they measure: ours
 * takes less of it, so more answers are to be expected.
 */
export const figure: Figure = {
  title: 'Our load client against autocannon',
  meaning:
    'Whether our own load client tells the truth: what it measures of one API, against what autocannon measures in turns with it, by one connection and by many; and the receipts in the database against what it counted',
  measure: ({ postgres, quick }) =>
    onStage({ postgres }, async (stage) => {
      const limits = { CALLBACKS_PER_MINUTE: '100000000', REQUESTS_PER_MINUTE: '100000000' };
      const api = await stage.startApi(limits);
      const { userId, cookie } = await logIn(stage, api);
      await plantDashboard(stage, { userId, automations: 100, activity: 2000 });
      const nextCallback = signCallbacks(await plantWebhooks(stage, quick ? 20 : 200));
      const callback = (): Ask => ({ method: 'POST', ...nextCallback() });
      const headers = { cookie: `${cookie.name}=${cookie.value}` };
      const list = (): Ask => ({ method: 'GET', path: '/api/configurations', headers });
      const size = { url: api.url, rounds: quick ? 1 : 5, seconds: quick ? 2 : 4 };
      return [
        ...(await compare('acknowledgements', { ...size, next: callback })),
        ...(await compare('list of 100', { ...size, next: list })),
        await compareWithReceipts(stage, { ...size, connections: manyConnections, next: callback }),
      ];
    }),
};

type Ask = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string };
type Comparison = { url: string; next: () => Ask; rounds: number; seconds: number };
type Client = (load: Omit<Comparison, 'rounds'> & { connections: number }) => Promise<Told>;
/** What a client says: answers, how many of them a second, and the p50 and p99 of their times in milliseconds. */
type Told = { answers: number; perSecond: number; p50: number; p99: number };

async function compare(name: string, { rounds, ...load }: Comparison): Promise<Measure[]> {
  const alternate = async (connections: number) => {
    const told = { ours: [] as Told[], theirs: [] as Told[] };
    for (const client of [askByAutocannon, askByOurs]) await client({ ...load, connections });
    for (let round = 0; round < rounds; round += 1) {
      told.theirs.push(await askByAutocannon({ ...load, connections }));
      told.ours.push(await askByOurs({ ...load, connections }));
    }
    const middle = (of: keyof Told, list: Told[]) =>
      quantile(
        list.map((one) => one[of]),
        0.5,
      );
    return (of: keyof Told) => ({ ours: middle(of, told.ours), theirs: middle(of, told.theirs) });
  };
  const toText = ({ ours, theirs }: { ours: number; theirs: number }, digits: number) =>
    `${ours.toFixed(digits)} against ${theirs.toFixed(digits)}`;
  const one = await alternate(1);
  const many = await alternate(manyConnections);
  const [oneRate, rate] = [one('perSecond'), many('perSecond')];
  return [
    {
      // The mean, because autocannon's quantiles are whole milliseconds.
      what: `${name}, mean time by one connection, ours against autocannon's`,
      value: oneRate.theirs / oneRate.ours,
      unit: '×',
      limit: { atLeast: 0.8 },
      detail: `${toText(oneRate, 0)} a second, p50 ${toText(one('p50'), 1)} ms, p99 ${toText(one('p99'), 1)} ms`,
    },
    {
      what: `${name} a second by ${manyConnections} connections, ours against autocannon's`,
      value: rate.ours / rate.theirs,
      unit: '×',
      limit: { atMost: 1.5 },
      detail: `${toText(rate, 0)} a second, p50 ${toText(many('p50'), 1)} ms`,
    },
  ];
}

/** Compares the acknowledgements that our client counts with the receipts that the API has written meanwhile. */
async function compareWithReceipts({ pool }: Stage, load: Parameters<Client>[0]): Promise<Measure> {
  const count = async () => {
    const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int FROM provider_events');
    return rows[0]?.count ?? 0;
  };
  const before = await count();
  const { answers } = await askByOurs(load);
  const receipts = (await count()) - before;
  return {
    what: 'acknowledgements our client counted, less the receipts written',
    value: answers - receipts,
    unit: '',
    limit: { exactly: 0 },
    detail: `${answers} acknowledged`,
  };
}

const askByOurs: Client = async ({ next, ...load }) => {
  const { perSecond, times, failures } = await runFlatOut({
    ...load,
    next: () => ({ request: requestBytes(next()) }),
  });
  if (failures > 0) throw new Error(`${failures} requests failed`);
  return { answers: times.length, perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
};

const askByAutocannon: Client = async ({ next, seconds, ...load }) => {
  const result = await autocannon({
    ...load,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  });
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0) throw new Error(`${failures} requests of autocannon failed`);
  const { p50, p99 } = result.latency;
  return { answers: result['2xx'], perSecond: result['2xx'] / result.duration, p50, p99 };
};
