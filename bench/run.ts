import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Figure, isKept } from './figure.ts';
import { load, machine, machineText } from './report/machine.ts';
import { type Row, table } from './report/table.ts';
import { type BenchPostgres, startPostgres } from './stage/postgres.ts';

const ending = '.bench.ts';
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length))
  .sort();

function readOptions(): { only: string[]; quick: boolean } {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
    },
  });
  const unknown = values.only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no figure ${unknown}. There are: ${names.join(', ')}`);
  return { only: values.only.length > 0 ? values.only : names, quick: values.quick };
}

/** Measures one figure. A figure that cannot be measured is not one that is kept. */
async function measure(name: string, setting: { postgres: BenchPostgres; quick: boolean }): Promise<Row[]> {
  const { figure } = (await import(`./${name}${ending}`)) as { figure: Figure };
  const say = (text: string) => console.error(`  ${text}`);
  console.error(`${figure.title} (${name})`);
  const begun = performance.now();
  const measures = await figure.measure({ ...setting, say });
  say(`took ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return measures.map((measure) => ({ figure: name, ...measure }));
}

async function run(): Promise<void> {
  const { only, quick } = readOptions();
  const at = new Date().toISOString();
  const before = load();
  if (before > 1) console.error(`The machine is busy (load ${before.toFixed(1)}): times come out too long.`);
  const postgres = await startPostgres();
  const rows: Row[] = [];
  const failures: { figure: string; error: string }[] = [];
  try {
    for (const name of only) {
      try {
        rows.push(...(await measure(name, { postgres, quick })));
      } catch (error) {
        failures.push({ figure: name, error: error instanceof Error ? error.message : String(error) });
        console.error(error);
      }
    }
  } finally {
    await postgres.stop();
  }
  const results = { at, machine: machine(), load: { before, after: load() }, quick, rows, failures };
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'latest.json'), `${JSON.stringify(results, null, 2)}\n`);
  console.log(`\n${at}, ${machineText(results.machine)}, load before ${before.toFixed(1)}\n\n${table(rows)}`);
  for (const { figure, error } of failures) console.log(`${figure} could not be measured: ${error}`);
  if (failures.length > 0 || !rows.every(isKept)) process.exitCode = 1;
}

// Ending by `exit` lets every process that was started be ended as well.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await run();
