import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '../root.mjs';
import { readProjectFile } from './sources.mjs';

const service = z.strictObject({
  image: z.string().optional(),
  build: z.strictObject({ context: z.string(), target: z.string() }).optional(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  deploy: z.strictObject({ replicas: z.number() }).optional(),
  restart: z.string().optional(),
  stop_grace_period: z.string().optional(),
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
const targets = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);

test('the compose file runs postgres, a migrate step, the api and two sync-workers', () => {
  expect(Object.keys(services).sort()).toEqual(['api', 'migrate', 'postgres', 'sync-worker']);
  expect(services['sync-worker'].deploy).toEqual({ replicas: 2 });
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
  const scripts = [...dockerfile.matchAll(/CMD \["node", "([^"]+\.ts)"\]/g)].map(([, path]) => path);
  expect(scripts).toHaveLength(3);
  for (const path of scripts) expect(existsSync(join(root, path)), path).toBe(true);
});

test('the images install the pnpm that package.json names', () => {
  const { packageManager } = JSON.parse(readProjectFile('package.json'));
  expect(dockerfile).toContain(`npm install --global ${packageManager}`);
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
