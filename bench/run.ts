import { parseArgs } from 'node:util';
import { type FigureSetting, isKept } from './figure.ts';
import { figureNames, readFigure } from './figures.ts';
import { load, machine, machineText } from './report/machine.ts';
import { writePage } from './report/page.ts';
import { type Results, readResults, writeResults } from './report/results.ts';
import { type Row, table } from './report/table.ts';
import { runSoak, type SoakOptions, soakParts } from './soak/run-soak.ts';
import { type BenchPostgres, startPostgres } from './stage/postgres.ts';

/** What is the same for every figure of a run. */
type Sizes = Pick<FigureSetting, 'quick' | 'runs'>;

type Options = Sizes & {
  only: string[];
  markdown: boolean;
  soak: SoakOptions | null;
};

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      soak: { type: 'string' },
      seed: { type: 'string' },
      workers: { type: 'string', default: '2' },
      part: { type: 'string', multiple: true, default: [...soakParts] },
      runs: { type: 'string' },
    },
  });
  const unknown = values.only.find((name) => !figureNames.includes(name));
  if (unknown !== undefined) {
    throw new Error(`There is no figure ${unknown}. There are: ${figureNames.join(', ')}`);
  }
  const { quick, markdown, soak, seed, workers } = values;
  const parts = soakParts.filter((part) => values.part.includes(part));
  const soakOptions =
    soak === undefined
      ? null
      : {
          durationMs: readDuration(soak),
          workers: Number(workers),
          parts,
          ...(seed === undefined ? {} : { seed: Number(seed) }),
        };
  const runs = values.runs === undefined ? undefined : Number(values.runs);
  return {
    quick,
    runs,
    markdown,
    soak: soakOptions,
    only: values.only.length > 0 ? values.only : figureNames,
  };
}

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Reads `90s`, `30m` or `2h` as milliseconds. */
function readDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  const each = unitMs[unit];
  if (each === undefined) throw new Error(`--soak takes a time such as 60s or 30m, not ${text}`);
  return Number(count) * each;
}

/** Measures one figure, and returns its rows and how long it took. */
async function measure(
  name: string,
  setting: Sizes & { postgres: BenchPostgres },
): Promise<{ rows: Row[]; seconds: number }> {
  const figure = await readFigure(name);
  const say = (text: string) => console.error(`  ${text}`);
  console.error(`${figure.title} (${name})`);
  const begun = performance.now();
  const measures = await figure.measure({ ...setting, say });
  const seconds = (performance.now() - begun) / 1000;
  say(`took ${seconds.toFixed(1)} s`);
  return { rows: measures.map((measure) => ({ figure: name, ...measure })), seconds };
}

async function measureAll({ only, quick, runs }: Sizes & Pick<Options, 'only'>): Promise<Results> {
  const at = new Date().toISOString();
  const before = load();
  if (before > 1) console.error(`The machine is busy (load ${before.toFixed(1)}): times come out too long.`);
  const postgres = await startPostgres();
  const rows: Results['rows'] = [];
  const seconds: Results['seconds'] = {};
  const failures: Results['failures'] = [];
  try {
    for (const name of only) {
      try {
        const measured = await measure(name, { postgres, quick, runs });
        rows.push(...measured.rows.map((row) => ({ ...row, at })));
        seconds[name] = measured.seconds;
      } catch (error) {
        failures.push({ figure: name, error: error instanceof Error ? error.message : String(error) });
        console.error(error);
      }
    }
  } finally {
    await postgres.stop();
  }
  return { at, machine: machine(), load: { before, after: load() }, quick, rows, seconds, failures };
}

async function run(options: Options): Promise<void> {
  if (options.soak) {
    if (!(await runSoak(options.soak))) process.exitCode = 1;
    return;
  }
  if (options.markdown) return console.log(await writePage(readResults()));
  const results = await measureAll(options);
  writeResults(results);
  const { at, rows, seconds, failures } = results;
  const before = results.load.before.toFixed(1);
  console.log(`\n${at}, ${machineText(results.machine)}, load before ${before}\n\n${table(rows)}`);
  console.log(timesText(seconds));
  for (const { figure, error } of failures) console.log(`${figure} could not be measured: ${error}`);
  if (failures.length > 0 || !rows.every(isKept)) process.exitCode = 1;
}

/** Returns how long each figure took, the longest first. */
function timesText(seconds: Results['seconds']): string {
  const longestFirst = Object.entries(seconds).toSorted(([, one], [, other]) => other - one);
  const all = longestFirst.reduce((sum, [, each]) => sum + each, 0);
  const each = longestFirst.map(([name, took]) => `${name} ${took.toFixed(0)} s`).join(', ');
  return `\nMeasured in ${(all / 60).toFixed(1)} minutes: ${each}`;
}

// Ending by `exit` lets every process that was started be ended as well.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  await run(readOptions());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
