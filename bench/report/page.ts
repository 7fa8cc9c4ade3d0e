import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isKept } from '../figure.ts';
import { figureNames, readFigure } from '../figures.ts';
import { machineText } from './machine.ts';
import type { Results } from './results.ts';
import { limitText, markdownTable, measuredText } from './table.ts';

const page = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks.md');
const [begin, end] = ['<!-- measured: begin -->', '<!-- measured: end -->'];

/** Writes the results between the marks in docs/benchmarks.md, and returns the text. */
export async function writePage(results: Results): Promise<string> {
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has lost the marks between which the table stands.`);
  const measured = await measuredMarkdown(results);
  writeFileSync(page, `${text.slice(0, from)}${begin}\n\n${measured}\n\n${text.slice(to)}`);
  return measured;
}

async function measuredMarkdown({ machine, load, quick, rows }: Results): Promise<string> {
  const days = [...new Set(rows.map(({ at }) => at.slice(0, 10)))].sort();
  const size = quick ? ' in the smaller sizes of `--quick`' : '';
  const where = `Measured on ${days.join(', ')}${size}: ${machineText(machine)}; load before ${load.before.toFixed(1)}.`;
  const lines = await Promise.all(figureNames.map((name) => figureLines(name, rows)));
  return `${where}\n\n${markdownTable(['figure', 'what it means', 'what was measured', 'result', 'goal', ''], lines.flat())}`;
}

/** Returns the table rows of one figure; only the first says what it means. */
async function figureLines(name: string, rows: Results['rows']): Promise<string[][]> {
  const { meaning } = await readFigure(name);
  const link = `[${name}](../bench/${name}.bench.ts)`;
  const measured = rows.filter(({ figure }) => figure === name);
  if (measured.length === 0) return [[link, meaning, 'not measured in this run', '', '', '']];
  return measured.map((row, index) => [
    index === 0 ? link : '',
    index === 0 ? meaning : '',
    row.what,
    measuredText(row),
    limitText(row.limit),
    isKept(row) ? 'ok' : '**over**',
  ]);
}
