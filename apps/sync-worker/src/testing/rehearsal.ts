import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const rules = join(root, 'deploy/prometheus/picksync.rules.yml');
const rulesText = readFileSync(rules, 'utf8');

/** Whether alerts can be tried out here. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

export type Runbook = {
  /** What Prometheus is asked, the query of the signal first. */
  queries: string[];
  /** What the database is asked. */
  statements: string[];
};

/** Reads what a page of docs/runbooks tells to ask. Texts with an ellipsis are to be filled in, and are left out. */
export function readRunbook(name: string): Runbook {
  const text = readFileSync(join(root, 'docs/runbooks', `${name}.md`), 'utf8');
  const blocks = [...text.matchAll(/```\n([^`]+)```/g)].map(([, code = '']) => code.trim());
  const inline = [...text.replaceAll(/```[^`]+```/g, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  const asked = inline.filter((code) => !code.includes('…'));
  return {
    queries: [
      ...blocks,
      ...asked.filter((code) =>
        /^(?:sum|max|min|rate|increase|histogram_quantile|time\(\)|picksync_\w+$)/.test(code),
      ),
    ],
    statements: asked.filter((code) => /^(?:SELECT|SHOW) /.test(code)),
  };
}

type Rehearsal = {
  alert: string;
  queries: readonly string[];
  /** Texts of `/metrics`, from before the cause and from after it. */
  before: string;
  after: string;
  /** For how long it stays as it was after. */
  minutes: number;
  /** Counters go on each minute as they began. */
  goesOn?: boolean;
  /** A gauge that grows with the time, in seconds. */
  ages?: string;
};

const minutesBefore = 60;

/** How many minutes lie between two readings: what takes days is looked at more seldom. */
function getStep(minutes: number): number {
  if (minutes > 48 * 60) return 60;
  return minutes > 5 * 60 ? 10 : 1;
}

/**
 * Lets Prometheus see the one text for a while and then the other, and returns whether the alert fires at the end, and the
 * queries that nothing answers.
 */
export function rehearse({ alert, queries, ...readings }: Rehearsal): {
  fires: boolean;
  unanswered: string[];
} {
  const end = `${minutesBefore + readings.minutes}m`;
  const asked = `${rulesText}\n${queries.join('\n')}`;
  const test = {
    interval: `${getStep(readings.minutes)}m`,
    input_series: toSeries(readings).filter(({ series }) => asked.includes(series.split('{')[0] ?? '')),
    alert_rule_test: [{ eval_time: end, alertname: alert, exp_alerts: [] }],
    promql_expr_test: queries.map((expr) => ({ expr, eval_time: end, exp_samples: [] })),
  };
  const said = runPromtool({
    rule_files: [rules],
    evaluation_interval: `${getStep(readings.minutes)}m`,
    tests: [test],
  });
  if (/parse error|invalid/.test(said)) throw new Error(said);
  return {
    fires: said.includes(`alertname="${alert}"`) || said.includes(`alertname: ${alert},`),
    unanswered: queries.filter((expr) => !said.includes(`expr: ${JSON.stringify(expr)}`)),
  };
}

/** Returns what promtool says of alerts and samples when none are expected: all that there are. */
function runPromtool(file: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'picksync-rehearsal-'));
  try {
    // JSON is YAML.
    writeFileSync(join(folder, 'test.yml'), JSON.stringify(file));
    const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'test.yml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Readings = Omit<Rehearsal, 'alert' | 'queries'>;

function toSeries({ before, after, minutes, goesOn = false, ages }: Readings) {
  const [old, now] = [readSamples(before), readSamples(after)];
  const every = getStep(minutes);
  return [...new Set([...old.keys(), ...now.keys()])].map((series) => {
    const [first, then] = [old.get(series), now.get(series)];
    const [name = ''] = series.split('{');
    const isCounter = /_(?:total|count|sum|bucket)$/.test(name);
    const step = goesOn && isCounter ? (then ?? 0) - (first ?? 0) : name === ages ? 60 * every : 0;
    const repeat = (value: number | undefined, times: number, by = 0) =>
      value === undefined ? `_x${times + 1}` : `${toPlain(value)}+${toPlain(by)}x${times}`;
    return {
      series,
      values: `${repeat(first, minutesBefore / every - 1)} ${repeat(then, Math.ceil(minutes / every), step)}`,
    };
  });
}

/** Prometheus knows no exponents in series of a test. */
function toPlain(value: number): string {
  return Number.isInteger(value) ? value.toFixed(0) : value.toFixed(9);
}

/** Its clock begins at 0, and the cause comes after some minutes. */
function toItsClock(name: string, value: number): number {
  const isTime = /_(?:timestamp_seconds|expiry)$/.test(name);
  return isTime && value > 0 ? Math.round(value - Date.now() / 1000 + minutesBefore * 60) : value;
}

function readSamples(text: string): Map<string, number> {
  const lines = text
    .split('\n')
    .filter((line) => /^(?:picksync|http_server|pg|node_filesystem|probe)_/.test(line));
  return new Map(
    lines.flatMap((line) => {
      const [, series, name, value] = /^((\w+)(?:\{.*\})?) (\S+)/.exec(line) ?? [];
      if (!series || !name || !Number.isFinite(Number(value))) return [];
      return [[series, toItsClock(name, Number(value))] as const];
    }),
  );
}

/** Fails unless the alert of a page fires, where that can be tried, and the page knows a query that shows the state. */
export function assertRehearsed(page: string, alert: string, readings: Readings): void {
  if (!hasPromtool) return;
  const { queries } = readRunbook(page);
  const { fires, unanswered } = rehearse({ alert, queries, ...readings });
  expect(fires, alert).toBe(true);
  expect(unanswered.length).toBeLessThan(queries.length);
}
