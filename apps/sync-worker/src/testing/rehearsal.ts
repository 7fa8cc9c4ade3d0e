import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const rules = join(root, 'deploy/prometheus/picksync.rules.yml');

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
};

const minutesBefore = 45;

/**
 * Lets Prometheus see the one text for a while and then the other, and returns whether the alert fires at the end, and the
 * queries that nothing answers.
 */
export function rehearse({ alert, queries, before, after, minutes }: Rehearsal): {
  fires: boolean;
  unanswered: string[];
} {
  const end = `${minutesBefore + minutes}m`;
  const test = {
    interval: '1m',
    input_series: toSeries({ before, after, minutes }),
    alert_rule_test: [{ eval_time: end, alertname: alert, exp_alerts: [] }],
    promql_expr_test: queries.map((expr) => ({ expr, eval_time: end, exp_samples: [] })),
  };
  const said = runPromtool({ rule_files: [rules], evaluation_interval: '1m', tests: [test] });
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

function toSeries({ before, after, minutes }: Pick<Rehearsal, 'before' | 'after' | 'minutes'>) {
  const [old, now] = [readSamples(before), readSamples(after)];
  const first = (value = '_') => `${value}x${minutesBefore - 1}`;
  const then = (value = '_') => `${value}x${minutes}`;
  return [...new Set([...old.keys(), ...now.keys()])].map((series) => ({
    series,
    values: `${first(old.get(series))} ${then(now.get(series))}`,
  }));
}

function readSamples(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => /^(?:picksync|http_server)_/.test(line));
  return new Map(
    lines.flatMap((line) => {
      const [, series, value] = /^(\w+(?:\{.*\})?) (\S+)/.exec(line) ?? [];
      return series && value ? [[series, value] as const] : [];
    }),
  );
}
