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
const installed = '/opt/picksync/';
/** What Node itself reads. */
const readByNode = ['NODE_ENV', 'NODE_COMPILE_CACHE'];
const units = projectFiles().filter((path) => path.startsWith('deploy/systemd/'));
const services = units.filter((path) => path.endsWith('.service'));

/** Returns the values of a setting of a unit. */
function read(path, name) {
  const lines = readProjectFile(path).split('\n');
  return lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
}

test.each(services)('%s starts a program of the project with the Node that a build leaves', (path) => {
  const [command] = read(path, 'ExecStart');
  const [node, ...args] = command.split(' ');
  expect(node).toBe(`${installed}.toolchain/bin/node`);
  expect(read(path, 'WorkingDirectory')).toEqual([installed.slice(0, -1)]);
  expect(existsSync(join(root, args.at(-1)))).toBe(true);
});

test.each([
  ['deploy/systemd/picksync-api@.service', apiSettings],
  ['deploy/systemd/picksync-worker@.service', workerSettings],
])('%s sets only what its process knows, and waits for a token that is being refreshed', (path, known) => {
  const names = read(path, 'Environment').flatMap((line) => line.split(' ').map((one) => one.split('=')[0]));
  expect(names).toContain('PORT');
  expect(names.filter((name) => !(readByNode.includes(name) || name in known.shape))).toEqual([]);
  expect(read(path, 'TimeoutStopSec')).toEqual(['160']);
  expect(read(path, 'EnvironmentFile').join(' ')).not.toContain('owner');
});

function isThere(program) {
  return spawnSync(program, ['--version']).error === undefined;
}

test.skipIf(!isThere('systemd-analyze'))('systemd understands every unit (where it is installed)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'picksync-units-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const copies = units.map((path) => {
    const copy = join(folder, path.split('/').at(-1));
    // The program has to exist to be verified.
    writeFileSync(
      copy,
      readProjectFile(path).replaceAll(`${installed}.toolchain/bin/node`, process.execPath),
    );
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
