import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { describeOddities, type EditRate, type EditRun, latencyMs } from './edits/edits.ts';
import { findCapacity } from './edits/find-capacity.ts';
import { measureProcessorTime, type ProcessorTime } from './edits/processor-time.ts';
import { plantOurs, type Side, startByHand, startOurs } from './edits/sides.ts';
import type { Figure, FigureSetting, Measure } from './figure.ts';
import { quantile, spread } from './report/spread.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { recordStatements } from './stage/statements.ts';
import { openTcpProxy } from './stage/tcp-proxy.ts';

/** The share of the rate a worker keeps up with at which times and processor time are taken. */
const loadShare = 0.4;

/**
 * One edit of a cell, from Smartsheet's callback to the written dropdown, by our API and worker and by a receiver and a
 * worker that are written by hand for nothing else (racers/by-hand.*).
 */
export const figure: Figure = {
  title: 'Webhook received → dropdown written, against a worker written by hand',
  meaning:
    'An edit that writes one dropdown, against a worker written by hand with one statement before and one after the same three calls: round trips, processor time, the rate one worker keeps up with, and the time from callback to dropdown without that of the calls; again with the database 1 ms away',
  measure: ({ postgres, quick, say }) =>
    onStage({ postgres }, async (stage) => {
      // So many that an account is seldom edited again before the edit before has arrived.
      const accounts = quick ? 1000 : 2000;
      const planted = await plantOurs(stage, accounts);
      const near = await startOurs(stage, planted);
      const byHand = await startByHand(stage, accounts);
      const roundTrips = await countRoundTrips(stage, near, quick);
      const capacity = await compareCapacities({ ours: near, byHand }, { quick, say });
      const rate = { perSecond: loadShare * capacity.ours, seconds: quick ? 4 : 10 };
      const rounds = quick ? 1 : 5;
      say(`${rate.perSecond.toFixed(0)} edits a second for ${rate.seconds} s, ${rounds} times each`);
      const alternating = await runRounds(stage, { ours: near, byHand }, { rate, rounds });
      await near.end();

      const proxy = await openTcpProxy(stage.url, { delayMs: 1 });
      stage.atEnd(proxy.close);
      const addedMs =
        (await measureRoundTrip(proxy.through(stage.url))) - (await measureRoundTrip(stage.url));
      say(`the proxy adds ${addedMs.toFixed(2)} ms to a round trip`);
      const far = await startOurs(stage, planted, proxy.through(stage.url));
      await far.edits.run({ ...rate, seconds: rate.seconds / 2 });
      const away = await runRounds(stage, { ours: far }, { rate, rounds });
      const oddRuns = [...capacity.oursRuns, ...alternating.ours.runs, ...away.ours.runs];
      return [
        roundTrips,
        capacity.measure,
        ...latencyMeasures(alternating, rate),
        ...processorMeasures(alternating),
        ...awayMeasures({ near: alternating.ours, far: away.ours, addedMs }),
        notServed(oddRuns),
      ];
    }),
};

/** Counts what the worker sends to the database for an edit, less what it sends in the same time without one. */
async function countRoundTrips(stage: Stage, side: Side, quick: boolean): Promise<Measure> {
  const rate = { perSecond: 4, seconds: quick ? 5 : 15 };
  await side.edits.run(rate);
  const count = async (work: () => Promise<unknown>) => {
    const recorded = await recordStatements({ postgres: stage.postgres, database: stage.url }, work);
    return recorded.filter(({ application }) => side.applications.includes(application)).length;
  };
  const idle = await count(() => pause(rate.seconds * 1000));
  let calls = 0;
  const busy = await count(async () => {
    ({ calls } = await side.edits.run(rate));
  });
  const edits = rate.perSecond * rate.seconds;
  return {
    what: 'round trips to PostgreSQL for one edit',
    value: Math.max(0, busy - idle) / edits,
    unit: '',
    limit: { atMost: 8 },
    detail: `${edits} edits, ${rate.perSecond} a second, ${(calls / edits).toFixed(1)} calls each: ${busy} statements, ${idle} in the same time without edits`,
  };
}

type Sides = { ours: Side; byHand: Side };

async function compareCapacities({ ours, byHand }: Sides, setting: Pick<FigureSetting, 'quick' | 'say'>) {
  const { quick, say } = setting;
  const found: Record<keyof Sides, number[]> = { ours: [], byHand: [] };
  const oursRuns: EditRun[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round += 1) {
    for (const [name, side] of Object.entries({ byHand, ours }) as [keyof Sides, Side][]) {
      say(`what ${name === 'ours' ? 'our worker' : 'the hand-written worker'} keeps up with`);
      const from = 0.6 * (found[name].at(-1) ?? 15);
      const { perSecond, runs } = await findCapacity(side, { from, seconds: quick ? 3 : 5, say });
      found[name].push(perSecond);
      if (name === 'ours') oursRuns.push(...runs);
    }
  }
  const [mine, theirs] = [quantile(found.ours, 0.5), quantile(found.byHand, 0.5)];
  const toText = (rates: number[]) => rates.map((one) => one.toFixed(0)).join(', ');
  const measure: Measure = {
    what: 'edits a second one worker keeps up with, against the hand-written worker',
    value: mine / theirs,
    unit: '×',
    limit: { atLeast: 0.4 },
    detail: `${toText(found.ours)} against ${toText(found.byHand)} with p95 below 1 s; calls of ${latencyMs} ms${describeOddities(oursRuns)}`,
  };
  return { ours: mine, oursRuns, measure };
}

/** What came of a side's rounds. */
type Rounds = { runs: EditRun[]; used: (ProcessorTime | undefined)[] };

/** Runs each side at the same rate, in turns. */
async function runRounds<Name extends string>(
  stage: Stage,
  sides: Record<Name, Side>,
  { rate, rounds }: { rate: EditRate; rounds: number },
): Promise<Record<Name, Rounds>> {
  const names = Object.keys(sides) as Name[];
  const results = Object.fromEntries(
    names.map((name) => [name, { runs: [], used: [] }]),
  ) as unknown as Record<Name, Rounds>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const side = sides[name];
      const { result, used } = await measureProcessorTime(stage, side, () => side.edits.run(rate));
      results[name].runs.push(result);
      results[name].used.push(used);
    }
  }
  return results;
}

function allTimes({ runs }: Rounds): number[] {
  return runs.flatMap(({ times }) => times);
}

function latencyMeasures({ ours, byHand }: Record<keyof Sides, Rounds>, rate: EditRate): Measure[] {
  const [mine, theirs] = [allTimes(ours), allTimes(byHand)];
  const share = Math.round(loadShare * 100);
  const goals = [
    { name: 'p50', at: 0.5, atMost: 40 },
    { name: 'p95', at: 0.95, atMost: 120 },
  ];
  const detail = `${spread(mine, 1)} at ${rate.perSecond.toFixed(0)} a second${describeOddities(ours.runs)}`;
  return goals.flatMap(({ name, at, atMost }): Measure[] => [
    {
      what: `callback to dropdown at ${share} % of that, ${name}`,
      value: quantile(mine, at),
      unit: 'ms',
      limit: { atMost },
      detail,
    },
    {
      what: `the same ${name}, against the hand-written worker`,
      value: quantile(mine, at) / quantile(theirs, at),
      unit: '×',
      limit: { atMost: 2 },
      detail: `the hand-written worker: ${spread(theirs, 1)}`,
    },
  ]);
}

/** Returns the milliseconds of processor time for one edit, round by round; empty where the system does not say. */
function msPerEdit({ runs, used }: Rounds): { worker: number; postgres: number; both: number }[] {
  return used.flatMap((one, round) => {
    const edits = runs[round]?.times.length ?? 0;
    if (!one || edits === 0) return [];
    const [worker, postgres] = [(1000 * one.worker) / edits, (1000 * one.postgres) / edits];
    return [{ worker, postgres, both: worker + postgres }];
  });
}

function describeProcessor(rounds: ReturnType<typeof msPerEdit>): string {
  const middle = (of: 'worker' | 'postgres') =>
    quantile(
      rounds.map((round) => round[of]),
      0.5,
    ).toFixed(2);
  return `${middle('worker')} + ${middle('postgres')} ms`;
}

function processorMeasures({ ours, byHand }: Record<keyof Sides, Rounds>): Measure[] {
  const [mine, theirs] = [msPerEdit(ours), msPerEdit(byHand)];
  const ratios = mine.map(({ both }, round) => both / (theirs[round]?.both ?? Number.NaN));
  if (ratios.length === 0) return [];
  return [
    {
      what: 'processor time of worker and PostgreSQL for an edit, against the hand-written worker',
      value: quantile(ratios, 0.5),
      unit: '×',
      limit: { atMost: 2.5 },
      detail: `${describeProcessor(mine)} against ${describeProcessor(theirs)}; rounds ${ratios.map((one) => one.toFixed(2)).join(', ')}`,
    },
  ];
}

/** Returns the median of what the shortest statement takes, in milliseconds. */
async function measureRoundTrip(database: string): Promise<number> {
  const client = new Client({ connectionString: database });
  await client.connect();
  const times: number[] = [];
  for (let count = 0; count < 200; count += 1) {
    const begun = performance.now();
    await client.query('SELECT 1');
    times.push(performance.now() - begun);
  }
  await client.end();
  return quantile(times, 0.5);
}

/** Compares rounds with the database 1 ms away with those before them. */
function awayMeasures({ near, far, addedMs }: { near: Rounds; far: Rounds; addedMs: number }): Measure[] {
  const [nearTimes, farTimes] = [allTimes(near), allTimes(far)];
  const limit = { atMost: 1.5 };
  const times = [
    { name: 'p50', at: 0.5 },
    { name: 'p95', at: 0.95 },
  ].map(
    ({ name, at }): Measure => ({
      what: `callback to dropdown with the database 1 ms away, ${name}, against without`,
      value: quantile(farTimes, at) / quantile(nearTimes, at),
      unit: '×',
      limit,
      detail: `${spread(farTimes, 1)}; ${addedMs.toFixed(2)} ms more for a round trip${describeOddities(far.runs)}`,
    }),
  );
  const [nearUse, farUse] = [msPerEdit(near), msPerEdit(far)];
  if (nearUse.length === 0 || farUse.length === 0) return times;
  const middle = (rounds: typeof farUse) =>
    quantile(
      rounds.map(({ both }) => both),
      0.5,
    );
  const what = 'processor time of an edit with the database 1 ms away, against without';
  const value = middle(farUse) / middle(nearUse);
  return [...times, { what, value, unit: '×', limit, detail: describeProcessor(farUse) }];
}

/** Counts the edits of our side that were lost on the way, overload included. */
function notServed(runs: readonly EditRun[]): Measure {
  const count = (of: 'unserved' | 'refused' | 'edits') => runs.reduce((sum, run) => sum + run[of], 0);
  return {
    what: 'edits not written within 20 s, or their callback refused, overload included',
    value: count('unserved') + count('refused'),
    unit: '',
    limit: { exactly: 0 },
    detail: `${count('edits')} edits${describeOddities(runs)}`,
  };
}
