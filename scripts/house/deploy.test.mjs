import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { settings as apiSettings } from '../../apps/api/src/config.ts';
import { settings as workerSettings } from '../../apps/sync-worker/src/config.ts';
import { root } from '../root.mjs';
import { projectFiles, readProjectFile } from './sources.mjs';

/** Where the units expect the project. */
const installed = '/opt/picksync';
/** What Node itself reads. */
const readByNode = ['NODE_ENV', 'NODE_COMPILE_CACHE'];
const units = projectFiles().filter((path) => path.startsWith('deploy/systemd/'));
const services = units.filter((path) => path.endsWith('.service'));

/** Returns the values of a setting of a unit. */
function read(path, name) {
  const lines = readProjectFile(path).split('\n');
  return lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
}

/** Returns what a unit starts: the settings that nothing can take the place of, the Node, and its arguments. */
function readStart(path) {
  const [command] = read(path, 'ExecStart');
  const [env, ...words] = command.split(' ');
  expect(env).toBe('/usr/bin/env');
  const at = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  return { fixed: words.slice(0, at), node: words[at], args: words.slice(at + 1) };
}

test.each(services)('%s starts a program of the project with the Node that a build leaves', (path) => {
  const { node, args } = readStart(path);
  expect(node).toBe('.toolchain/bin/node');
  // Migrations run before the link leads to their release.
  const release = path.includes('migrate') ? '-%i' : '';
  expect(read(path, 'WorkingDirectory')).toEqual([`${installed}${release}`]);
  expect(existsSync(join(root, args.at(-1)))).toBe(true);
});

const names = (settings) => settings.map((one) => one.split('=')[0]);

test.each([
  ['deploy/systemd/picksync-api@.service', apiSettings, ['PORT', 'METRICS_PORT', 'WEB_DIST', 'DOCS_DIST']],
  ['deploy/systemd/picksync-worker@.service', workerSettings, ['PORT']],
])(
  '%s sets only what its process knows, and waits for a token that is being refreshed',
  (path, known, own) => {
    const { fixed } = readStart(path);
    const given = names(read(path, 'Environment').flatMap((line) => line.split(' ')));
    expect(names(fixed)).toEqual(['NODE_ENV', ...own]);
    // A copy of .env.example is a file of settings: what is empty there takes the place of these, and has to do no harm.
    expect(given.toSorted()).toEqual(['HOST', 'NODE_COMPILE_CACHE']);
    expect(
      [...names(fixed), ...given].filter((name) => !(readByNode.includes(name) || name in known.shape)),
    ).toEqual([]);
    expect(read(path, 'TimeoutStopSec')).toEqual(['160']);
    expect(read(path, 'EnvironmentFile').join(' ')).not.toContain('owner');
  },
);

test('two APIs of one file of settings have a port each, also for their metrics, and Prometheus asks them there', () => {
  const { fixed } = readStart('deploy/systemd/picksync-api@.service');
  expect(fixed).toEqual(expect.arrayContaining(['PORT=%i', 'METRICS_PORT=1%i']));
  const started = [...readProjectFile('docs/self-hosting.md').matchAll(/picksync-(api|worker)@(\d+)/g)];
  const ports = (kind) => new Set(started.filter(([, of]) => of === kind).map(([, , port]) => port));
  const [prometheus] = parseAllDocuments(readProjectFile('deploy/prometheus/prometheus.yml')).map((one) =>
    one.toJS(),
  );
  const asked = (job) => {
    const { static_configs: lists } = prometheus.scrape_configs.find((one) => one.job_name === job);
    return lists.flatMap(({ targets }) => targets);
  };
  expect(ports('api').size).toBe(2);
  expect(asked('picksync-api')).toEqual([...ports('api')].map((port) => `127.0.0.1:1${port}`));
  expect(asked('picksync-worker')).toEqual([...ports('worker')].map((port) => `127.0.0.1:${port}`));
});

function isThere(program) {
  return spawnSync(program, ['--version']).error === undefined;
}

test.skipIf(!isThere('systemd-analyze'))('systemd understands every unit (where it is installed)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'picksync-units-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const copies = units.map((path) => {
    const copy = join(folder, path.split('/').at(-1));
    writeFileSync(copy, readProjectFile(path));
    return copy;
  });
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...copies], { encoding: 'utf8' });
  expect(stderr).toBe('');
});

const manifests = projectFiles().filter((path) => path.startsWith('deploy/kubernetes/'));
const documents = manifests.flatMap((path) =>
  parseAllDocuments(readProjectFile(path)).map((one) => one.toJS()),
);

test('every container of Kubernetes is confined, and has time to finish', () => {
  const pods = documents.map(({ spec }) => spec?.template?.spec).filter(Boolean);
  expect(pods).toHaveLength(3);
  for (const { containers, restartPolicy, terminationGracePeriodSeconds, ...pod } of pods) {
    expect(pod.automountServiceAccountToken).toBe(false);
    if (restartPolicy !== 'Never') expect(terminationGracePeriodSeconds).toBe(160);
    for (const { securityContext } of containers)
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        runAsNonRoot: true,
        capabilities: { drop: ['ALL'] },
      });
  }
  const kustomization = documents.find(({ kind }) => kind === 'Kustomization');
  const named = [...kustomization.resources, 'migrate.yaml', 'kustomization.yaml'];
  expect(manifests.map((path) => path.split('/').at(-1)).toSorted()).toEqual(named.toSorted());
});

test.skipIf(!isThere('kubectl'))('Kustomize builds the manifests (where kubectl is installed)', () => {
  const { status, stderr } = spawnSync('kubectl', ['kustomize', join(root, 'deploy/kubernetes')], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});

test.skipIf(!isThere('caddy'))('Caddy understands the Caddyfile (where it is installed)', () => {
  const file = join(root, 'deploy/caddy/Caddyfile');
  const { status, stderr } = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, expect.anything()]);
});

test('a proxy asks an API whether it takes requests, and passes on no question about its parts', () => {
  const file = readProjectFile('deploy/caddy/Caddyfile');
  const served = readProjectFile('packages/process/src/add-health-routes.ts');
  expect(file).toContain('health_uri /servez\n');
  const paths = [...served.matchAll(/app\.get\('([^']+)'/g)].map(([, path]) => path);
  expect(paths).toHaveLength(3);
  for (const text of [file, readProjectFile('docs/self-hosting.md')])
    expect(/@health path (.+)/.exec(text)?.[1].split(' ')).toEqual(paths);
});

test.skipIf(!isThere('haproxy'))('HAProxy understands its example (where it is installed)', () => {
  const file = join(root, 'deploy/haproxy/haproxy.cfg');
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.anything()]);
});

test('the example of Patroni keeps to what Patroni demands, and to a primary within 30 seconds', () => {
  const [patroni] = parseAllDocuments(readProjectFile('deploy/patroni/patroni.yml')).map((one) => one.toJS());
  const {
    ttl,
    loop_wait: loopWait,
    retry_timeout: retryTimeout,
    synchronous_mode: isSynchronous,
  } = patroni.bootstrap.dcs;
  expect(loopWait + 2 * retryTimeout).toBeLessThanOrEqual(ttl);
  expect(ttl + loopWait).toBeLessThan(30);
  expect(isSynchronous).toBe(true);
});
