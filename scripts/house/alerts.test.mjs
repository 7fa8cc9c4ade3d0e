import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../root.mjs';
import { readProjectFile, sourceFiles } from './sources.mjs';

const folder = 'deploy/prometheus';
const { groups } = parse(readProjectFile(`${folder}/picksync.rules.yml`));
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readProjectFile(`${folder}/grafana-dashboard.json`));

const { metricsTable } = await import('../../packages/metrics/src/metrics-table.ts');

/** What a histogram is read by. */
const parts = ['_bucket', '_count', '_sum'];
const exported = new Set(
  Object.entries(metricsTable).flatMap(([name, { type }]) =>
    type === 'histogram' ? parts.map((part) => `${name}${part}`) : [name],
  ),
);

/** Metrics of Node that prom-client adds, and those of the exporters that prometheus.yml collects as well. */
const others = new Set([
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_p99_seconds',
  'pg_stat_activity_count',
  'pg_settings_max_connections',
  'pg_stat_archiver_failed_count',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'probe_ssl_earliest_cert_expiry',
  'probe_success',
  // Asked by postgres-queries.yml.
  'picksync_oldest_transaction_seconds',
  'picksync_replica_lag_seconds',
  // Written by the scripts of deploy/pgbackrest for prometheus-node-exporter.
  'picksync_backup_last_success_timestamp_seconds',
  'picksync_restore_test_last_success_timestamp_seconds',
]);

const findNames = (expr) => expr.match(/\b(?:picksync|http_server|process|nodejs|pg|node|probe)_\w+/g) ?? [];
const findUnknown = (expr) => findNames(expr).filter((name) => !exported.has(name) && !others.has(name));

/** Returns the labels that an expression asks of our own metrics, and that these do not have. */
const findUnknownLabels = (expr) =>
  [...expr.matchAll(/\b((?:picksync|http_server)_\w+)\{([^}]*)\}/g)].flatMap(([, name, given]) => {
    const { labels } = metricsTable[name] ?? metricsTable[name.replace(/_(bucket|count|sum)$/, '')] ?? {};
    return [...given.matchAll(/(\w+)=~?"([^"]*)"/g)].flatMap(([, label, values]) =>
      values
        .split('|')
        .filter((value) => labels?.[label] !== 'any' && !labels?.[label]?.includes(value))
        .map((value) => `${name}: ${label}=${value}`),
    );
  });

test('there are the ten alerts that operators agreed on, and those of backups, keys and certificates', () => {
  expect([...new Set(rules.map(({ alert }) => alert))]).toEqual([
    'ApiErrors',
    'DatabaseNotWritable',
    'QueueLate',
    'NoWorker',
    'SweepStale',
    'SyncSlow',
    'ConnectionsLost',
    'DeadLetters',
    'DatabaseNearLimits',
    'PaymentsStuck',
    'BackupOld',
    'RestoreTestOld',
    'OldSealingKey',
    'CertificateEnds',
  ]);
});

test.each(rules)('$alert uses metrics that are exported, says how urgent it is, and has its page', (rule) => {
  expect(findNames(rule.expr).length).toBeGreaterThan(0);
  expect(findUnknown(rule.expr)).toEqual([]);
  expect(findUnknownLabels(rule.expr)).toEqual([]);
  expect(['page', 'ticket']).toContain(rule.labels.severity);
  const page = rule.annotations.runbook_url;
  expect(existsSync(join(root, page)), page).toBe(true);
  expect(readProjectFile(page)).toMatch(
    new RegExp(
      `^# ${rule.alert}: .*\\?\n[^]*\\*\\*Signal\\.[^]*\\*\\*Query\\.[^]*\\*\\*What it means\\.[^]*\\*\\*What to do\\.`,
    ),
  );
});

test('every metric that a runbook or the dashboard asks for is exported', () => {
  const asked = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...new Set(rules.map(({ annotations }) => annotations.runbook_url))]
      .map(readProjectFile)
      .flatMap((text) => text.match(/`[^`]+`|```[^`]+```/g) ?? [])
      .filter((code) => !code.startsWith('`SELECT')),
  ];
  expect(asked.length).toBeGreaterThan(30);
  expect(asked.flatMap((expr) => findUnknown(expr))).toEqual([]);
  expect(asked.flatMap(findUnknownLabels)).toEqual([]);
});

test('every line of the log that a runbook names is one that the product writes', () => {
  const named = rules
    .flatMap(({ annotations }) => readProjectFile(annotations.runbook_url).split('\n'))
    .filter((line) => /\blog\b/.test(line))
    .flatMap((line) => [...line.matchAll(/`([a-z]+(?: [a-z]+)+)`/g)].map(([, words]) => words));
  const texts = sourceFiles().map(({ text }) => text);
  expect(named).toContain('job failed');
  expect(named.filter((words) => !texts.some((text) => text.includes(`'${words}`)))).toEqual([]);
});

const cases = ['picksync.rules.test.yml', 'picksync.days.test.yml'];
const promtool = spawnSync('promtool', ['--version'], { encoding: 'utf8' }).status === 0;

test.runIf(promtool)('each alert fires when it should and not before, as promtool sees it', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...cases], {
    cwd: join(root, folder),
    encoding: 'utf8',
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
});

test.runIf(!promtool)(
  'the alerts are not tried out: promtool is missing (Debian: apt-get install prometheus)',
  ({ skip }) => skip(),
);

test('each alert has a case in which it fires', () => {
  const tests = cases.flatMap((name) => parse(readProjectFile(`${folder}/${name}`)).tests);
  const fired = tests.flatMap((one) =>
    one.alert_rule_test
      .filter(({ exp_alerts: alerts }) => alerts.length > 0)
      .map(({ alertname }) => alertname),
  );
  expect(rules.map(({ alert }) => alert).filter((alert) => !fired.includes(alert))).toEqual([]);
});
