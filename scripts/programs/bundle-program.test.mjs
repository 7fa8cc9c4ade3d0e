import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../root.mjs';

/** A project of somebody else's, outside of ours, with the client installed. */
let project;
let client;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'picksync-client-'));
  client = join(project, 'node_modules/@picksync/client');
  mkdirSync(client, { recursive: true });
  bundle('bundleClient', client);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}`.trim() };
}

/** Bundles as `npm run pack` does: without NODE_PATH, by which a test finds modules, and the bundler others than it should. */
function bundle(name, to) {
  const file = join(root, 'scripts/programs/bundle-program.mjs');
  const program = `import { ${name} } from ${JSON.stringify(file)}; await ${name}(${JSON.stringify(to)});`;
  const { NODE_PATH: _, ...env } = process.env;
  const args = ['--input-type=module', '-e', program];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Type-checks a program as strictly as can be, the types of the client with it. */
function check(lines) {
  writeFileSync(
    join(project, 'program.ts'),
    ["import { createClient } from '@picksync/client';", ...lines].join('\n'),
  );
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom',
  ];
  return run(join(root, 'node_modules/.bin/tsc'), [
    ...options,
    '--types',
    '',
    '--skipLibCheck',
    'false',
    'program.ts',
  ]);
}

const open = "const picksync = createClient({ url: 'https://picksync.example', key: 'pks_x' });";

test('the published client is one file of code and one of types, and imports nothing', () => {
  const [code, types] = ['index.js', 'index.d.ts'].map((file) => readFileSync(join(client, file), 'utf8'));
  for (const text of [code, types]) expect(text).not.toMatch(/\b(?:import|require)\b.*(?:'|")(?!\.)[@\w]/);
  expect(code).not.toContain('ZodObject');
  expect(types).toContain("/** The user's automations, newest first. */");
  const packed = run('npm', ['pack', '--dry-run', '--json', client]);
  const [{ files }] = JSON.parse(packed.output);
  expect(files.map(({ path }) => path).toSorted()).toEqual(
    ['LICENSE', 'README.md', 'index.d.ts', 'index.js', 'package.json'].toSorted(),
  );
});

test('a program in plain JavaScript uses it', () => {
  const lines = [
    "import { createClient, PicksyncError } from '@picksync/client';",
    'const fetch = async (url, { method }) => new Response(JSON.stringify([{ name: method + url }]));',
    "const picksync = createClient({ url: 'https://picksync.example/', key: 'pks_x', fetch });",
    'for await (const { name } of picksync.automations.list()) console.log(name, typeof PicksyncError);',
  ];
  writeFileSync(join(project, 'program.js'), lines.join('\n'));
  expect(run(process.execPath, ['program.js'])).toEqual({
    status: 0,
    output: 'GEThttps://picksync.example/api/configurations function',
  });
});

test('a program in TypeScript has the types of inputs and replies, with nothing else installed', () => {
  const right = [
    open,
    'const { lastError } = await picksync.automations.read({ params: { id: "x" } });',
    'export const told: string = lastError ?? "in sync";',
    'for await (const { mode } of picksync.automations.list()) if (mode === "two_way") break;',
  ];
  expect(check(right)).toEqual({ status: 0, output: '' });
  const wrong = check([
    open,
    'export const told: string = (await picksync.automations.read({ params: { id: "x" } })).lastError;',
    'picksync.automations.create({ body: { name: "x" } });',
    'picksync.passkeys;',
  ]);
  expect([...wrong.output.matchAll(/program\.ts\((\d+),/g)].map(([, line]) => line)).toEqual(['3', '4', '5']);
});

test('the published command line starts, and names what it needs', () => {
  // Where what it needs is found, as after an installation.
  const folder = join(root, 'apps/cli/dist');
  bundle('bundleCli', folder);
  expect(statSync(join(folder, 'picksync.js')).mode & 0o111).not.toBe(0);
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['@modelcontextprotocol/server', 'yaml', 'zod']);
  const help = run(process.execPath, [join(folder, 'picksync.js'), '--help']);
  expect(help).toMatchObject({ status: 0, output: expect.stringContaining('picksync plan file.yaml') });
  const wrong = run(process.execPath, [join(folder, 'picksync.js'), 'plan']);
  expect(wrong).toMatchObject({ status: 2, output: expect.stringContaining('It is: picksync plan') });
});
