import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { root } from '../root.mjs';
import { readProjectFile } from './sources.mjs';

const limits = z.strictObject({ cpus: z.string(), memory: z.string(), pids: z.number() });

const service = z.strictObject({
  image: z.string().optional(),
  build: z
    .strictObject({ context: z.string(), target: z.string(), args: z.record(z.string(), z.string()) })
    .optional(),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  networks: z.array(z.string()),
  deploy: z.strictObject({ replicas: z.number().optional(), resources: z.strictObject({ limits }) }),
  restart: z.string(),
  stop_grace_period: z.string().optional(),
  shm_size: z.string().optional(),
  // How a service is confined: see below.
  read_only: z.literal(true),
  tmpfs: z.array(z.string()),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.array(z.string()).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  init: z.literal(true),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()),
      interval: z.string(),
      timeout: z.string(),
      retries: z.number(),
    })
    .optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
      }),
    )
    .optional(),
});

const compose = parse(readProjectFile('docker-compose.yml'), { merge: true });
const services = z.record(z.string(), service).parse(compose.services);
const dockerfile = readProjectFile('Dockerfile');
const stages = [...dockerfile.matchAll(/^FROM (\S+) AS (\S+)\n([\s\S]*?)(?=^FROM |$(?![\s\S]))/gm)].map(
  ([, from, name, text]) => ({ from, name, text }),
);
const targets = stages.map(({ name }) => name);
const running = ['runtime', 'migrate', 'api', 'sync-worker'];

test('the compose file runs postgres, a migrate step, the api and two sync-workers', () => {
  expect(Object.keys(services).sort()).toEqual(['api', 'migrate', 'postgres', 'sync-worker']);
  expect(services['sync-worker'].deploy.replicas).toBe(2);
});

test('every service of ours is built from a target that the Dockerfile has', () => {
  for (const [name, { build, image }] of Object.entries(services)) {
    if (image) continue;
    expect(existsSync(join(root, build.context, 'Dockerfile')), name).toBe(true);
    expect(targets, name).toContain(build.target);
  }
});

test('a service waits only for services that are there, and for a check that they have', () => {
  for (const { depends_on: needs = {} } of Object.values(services))
    for (const [name, { condition }] of Object.entries(needs)) {
      expect(services).toHaveProperty(name);
      if (condition === 'service_healthy') expect(services[name].healthcheck).toBeDefined();
      if (condition === 'service_completed_successfully') expect(services[name].restart).toBe('no');
    }
});

test('api and worker start only after the migrations', () => {
  for (const name of ['api', 'sync-worker'])
    expect(services[name].depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
});

test('every script that the Dockerfile starts or probes is there', () => {
  const scripts = [...dockerfile.matchAll(/CMD \["node", (?:"--[^"]+", )*"([^"]+\.ts)"\]/g)].map(
    ([, path]) => path,
  );
  expect(scripts).toHaveLength(3);
  for (const path of scripts) expect(existsSync(join(root, path)), path).toBe(true);
});

test('the bases have an exact version, Node the one that is used everywhere', () => {
  expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${readProjectFile('.node-version').trim()}-slim\n`);
  const bases = stages.map(({ from }) => from).filter((from) => !targets.includes(from));
  // biome-ignore lint/suspicious/noTemplateCurlyInString: It is Docker's own way to name a variable.
  expect(new Set(bases)).toEqual(new Set(['${NODE_IMAGE}']));
  expect(services.postgres.image).toMatch(/:-postgres:\d+\.\d+\}$/);
});

test('the images take pnpm as npm start does, with its hash checked', () => {
  expect(dockerfile).toContain('RUN node scripts/toolchain/fetch-pnpm.mjs\n');
  expect(dockerfile).not.toMatch(/\bnpm install|curl|wget/);
});

test('the image has no development dependencies, no sandbox and no installer', () => {
  const production = stages.find(({ name }) => name === 'production');
  expect(production.text).toMatch(/pnpm install --prod --frozen-lockfile --offline/);
  const copied = stages
    .filter(({ name }) => running.includes(name))
    .flatMap(({ text }) =>
      [...text.matchAll(/COPY --from=(\S+) (\S+)/g)].map(([, from, path]) => `${from} ${path}`),
    );
  expect(copied.sort()).toEqual([
    'build /app/apps/docs/dist',
    'build /app/apps/web/dist',
    'compiled /app/compile-cache',
    'compiled /app/compile-cache',
    'production /app/apps',
    'production /app/node_modules',
    'production /app/package.json',
    'production /app/packages',
  ]);
  expect(production.text).not.toMatch(/apps\/(docs|sandbox|web)|COPY \. /);
  expect(readProjectFile('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['apps/sandbox', '**/*.test.*']),
  );
});

test('nothing of what is fetched for development is laid out in the stage that every image comes from', () => {
  expect(stages.find(({ name }) => name === 'tools').text).toContain(
    'RUN pnpm fetch && rm -rf node_modules\n',
  );
});

test('the image runs as a user that owns none of its files', () => {
  const runtime = stages.find(({ name }) => name === 'runtime');
  expect(runtime.text).toMatch(/^USER node$/m);
  expect(dockerfile).not.toContain('--chown');
});

test('every service has a root it cannot write to, no privileges and limits', () => {
  // The schema above asks for all of it; only the database needs some privileges to start.
  for (const [name, { cap_add: added, deploy }] of Object.entries(services)) {
    if (name !== 'postgres') expect(added, name).toBeUndefined();
    expect(deploy.resources.limits.pids, name).toBeGreaterThan(0);
  }
});

/** Settings that the images set. */
const setByImages = ['HOST', 'PORT', 'WEB_DIST', 'DOCS_DIST', 'COMMIT', 'METRICS_HOST', 'METRICS_PORT'];

/** Settings that are refused where anything is real, and the images hold no sandbox. */
const besideSandbox = ['DEMO_PASSWORD', 'SANDBOX_INBOX', 'OUTGOING_WEBHOOK_TARGETS'];

test('every service gets the settings it has, and no other secret', async () => {
  const named = async (app) =>
    Object.keys((await import(`../../apps/${app}/src/config.ts`)).settings.shape).filter(
      (name) => ![...setByImages, ...besideSandbox].includes(name),
    );
  const given = (name) => Object.keys(services[name].environment).sort();
  expect(given('api')).toEqual((await named('api')).sort());
  expect(given('sync-worker')).toEqual((await named('sync-worker')).sort());
  expect(given('migrate')).toEqual(['DATABASE_OWNER_URL', 'DATABASE_URL']);
});

test('the owner of the database is known to the database and the migrations alone', () => {
  const knowing = Object.entries(services).filter(([, { environment }]) =>
    Object.values(environment).some((value) => value.includes('POSTGRES_PASSWORD')),
  );
  expect(knowing.map(([name]) => name).sort()).toEqual(['migrate', 'postgres']);
  for (const name of ['api', 'sync-worker'])
    expect(services[name].environment.DATABASE_URL).toMatch(/^postgres:\/\/picksync_app:/);
});

test('no password, key or secret that a service needs has a default', () => {
  const isSecret = (name) => /(PASSWORD|SECRET|KEYS?|TOKEN)$/.test(name);
  const variables = Object.values(services)
    .flatMap(({ environment }) => Object.values(environment))
    .flatMap((value) => [...value.matchAll(/\$\{(\w+)(:[-?]?)?([^}]*)\}/g)])
    .filter(([, name]) => isSecret(name));
  expect(variables.length).toBeGreaterThan(4);
  // `:?` ends the start with its words; `:-` and nothing leaves a service out that is not set up.
  const filled = variables.filter(([, , operator, rest]) => operator !== ':?' && rest !== '');
  expect(filled.map(([whole]) => whole)).toEqual([]);
});

test('no value of .env, and no empty one, takes the place of what an image has set', () => {
  const set = stages.flatMap(({ text }) =>
    [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) =>
      [...line.matchAll(/(\w+)=/g)].map(([, name]) => name),
    ),
  );
  expect(set).toEqual(expect.arrayContaining(['HOST', 'PORT', 'WEB_DIST', 'NODE_ENV', 'COMMIT']));
  for (const { environment } of Object.values(services))
    expect(Object.keys(environment).filter((name) => set.includes(name))).toEqual([]);
  expect(readProjectFile('docker-compose.yml')).not.toContain('env_file');
});

test('the database is reached by the services that use it and by nobody else', () => {
  expect(compose.networks.database).toEqual({ internal: true });
  expect(services.postgres.networks).toEqual(['database']);
  expect(services.postgres.ports).toBeUndefined();
});

test('the API, which speaks plain HTTP, is reached from this machine only unless HOST is another address', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: It is Docker's own way to name a variable.
  expect(services.api.ports).toEqual(['${HOST:-127.0.0.1}:${PORT:-3000}:3000']);
  expect(services['sync-worker'].ports).toBeUndefined();
});

test('every variable that the compose file needs is explained in .env.example', () => {
  const names = [...readProjectFile('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const example = readProjectFile('.env.example');
  for (const name of new Set(names)) expect(example).toMatch(new RegExp(`^#? ?${name}=`, 'm'));
});

test('the secrets and the data of this machine stay out of the images', () => {
  const ignored = readProjectFile('.dockerignore').split('\n');
  for (const path of ['.env', '.data', '.git']) expect(ignored).toContain(path);
});
