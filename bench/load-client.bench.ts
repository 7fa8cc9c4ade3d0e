import autocannon from 'autocannon';
import type { Figure, Measure } from './figure.ts';
import { requestBytes } from './load/connection.ts';
import { type LoadResult, runAtRate, runFlatOut } from './load/load.ts';
import { quantile } from './report/spread.ts';
import { plantWebhooks, signCallbacks } from './stage/callbacks.ts';
import { plantDashboard } from './stage/dashboard-rows.ts';
import { logIn } from './stage/login.ts';
import { onStage } from './stage/stage.ts';

const connections = 16;
/** The share of autocannon's own rate at which times are compared: neither client is short of processor time there. */
const loadShare = 0.3;

/**
 * Our own load client against autocannon. It must not tell of more answers, nor of shorter times. It takes less of the
 * machine, so some more answers are to be expected.
 */
export const figure: Figure = {
  title: 'Our load client against autocannon',
  meaning:
    'Whether our own load client tells the truth: what it measures of one API, against what autocannon measures in turns with it, flat out and at the same steady rate',
  measure: ({ postgres, quick }) =>
    onStage({ postgres }, async (stage) => {
      const api = await stage.startApi({
        CALLBACKS_PER_MINUTE: '100000000',
        REQUESTS_PER_MINUTE: '100000000',
      });
      const { userId, cookie } = await logIn(stage, api);
      await plantDashboard(stage, { userId, automations: 100, activity: 2000 });
      const nextCallback = signCallbacks(await plantWebhooks(stage, quick ? 20 : 200));
      const list = { path: '/api/configurations', headers: { cookie: `${cookie.name}=${cookie.value}` } };
      const size = { url: api.url, rounds: quick ? 1 : 5, seconds: quick ? 2 : 4 };
      return [
        ...(await compare('acknowledgements', {
          ...size,
          next: () => ({ method: 'POST', ...nextCallback() }),
        })),
        ...(await compare('list of 100', { ...size, next: () => ({ method: 'GET', ...list }) })),
      ];
    }),
};

type Ask = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string };
type Comparison = { url: string; next: () => Ask; rounds: number; seconds: number };
/** What a client says: answers a second, and the p50 and p99 of their times in milliseconds. */
type Told = { perSecond: number; p50: number; p99: number };

async function compare(name: string, { url, next, rounds, seconds }: Comparison): Promise<Measure[]> {
  const ours = { url, connections, seconds, next: () => ({ request: requestBytes(next()) }) };
  const theirs = { url, connections, duration: seconds, next };
  await runFlatOut(ours);
  await runAutocannon(theirs);
  const flatOut: Told[][] = [];
  for (let round = 0; round < rounds; round += 1)
    flatOut.push([await runAutocannon(theirs), toTold(await runFlatOut(ours))]);
  const middle = (pairs: Told[][], side: number, of: keyof Told) =>
    quantile(
      pairs.map((pair) => pair[side]?.[of] ?? Number.NaN),
      0.5,
    );
  const perSecond = Math.round(loadShare * middle(flatOut, 0, 'perSecond'));
  const steady: Told[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const told = await runAutocannon({ ...theirs, overallRate: perSecond });
    steady.push([told, toTold(await runAtRate({ ...ours, perSecond }))]);
  }
  const [theirRate, ourRate] = [middle(flatOut, 0, 'perSecond'), middle(flatOut, 1, 'perSecond')];
  const [theirTime, ourTime] = [middle(steady, 0, 'p50'), middle(steady, 1, 'p50')];
  const [theirSlowest, ourSlowest] = [middle(steady, 0, 'p99'), middle(steady, 1, 'p99')];
  return [
    {
      what: `${name} a second, ours against autocannon's`,
      value: ourRate / theirRate,
      unit: '×',
      limit: { atMost: 1.3 },
      detail: `${ourRate.toFixed(0)} against ${theirRate.toFixed(0)} with ${connections} connections`,
    },
    {
      what: `${name}, p50 at ${perSecond} a second, ours against autocannon's`,
      value: ourTime / theirTime,
      unit: '×',
      limit: { atLeast: 0.8 },
      detail: `p50 ${ourTime.toFixed(1)} against ${theirTime.toFixed(1)} ms, p99 ${ourSlowest.toFixed(1)} against ${theirSlowest.toFixed(1)}`,
    },
  ];
}

function toTold({ perSecond, times, failures }: LoadResult): Told {
  if (failures > 0) throw new Error(`${failures} requests failed`);
  return { perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

type Cannon = Pick<autocannon.Options, 'url' | 'connections' | 'duration' | 'overallRate'> & {
  next: () => Ask;
};

async function runAutocannon({ next, ...options }: Cannon): Promise<Told> {
  const result = await autocannon({
    ...options,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  });
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0) throw new Error(`${failures} requests of autocannon failed`);
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
