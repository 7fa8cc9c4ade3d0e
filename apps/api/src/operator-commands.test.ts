// Every command on the two pages for operators is run here, or, where that needs Docker, systemd or pgBackRest, compared with
// what it names: services, units, programs, files and options. A command that nothing here knows is a failure.
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseSealingKeys } from '@picksync/db';
import { testDatabase } from '@picksync/db/testing';
import { afterAll, expect, test } from 'vitest';
import { settings } from './config.ts';
import { composeOptions, databaseUser, services, units } from './testing/deployed.ts';
import {
  type PageCode,
  readBlocks,
  readInlineCode,
  readProjectFile,
  root,
  splitOptions,
  toCommands,
} from './testing/page-commands.ts';

const database = await testDatabase({ poolSize: 2 });
afterAll(database.close);

const pages = ['docs/self-hosting.md', 'docs/operating.md'];
const blocks = pages.flatMap(readBlocks);
/** Where a release stands, and what a process of the old and of the new one is called. */
const installed = /^\/opt\/picksync(?:-\d+\.\d+\.\d+)?(?=\/|$)/;

type Check = (words: string[]) => unknown;

function expectOptions(given: readonly string[], known: readonly string[]) {
  expect(given.filter((option) => !known.includes(option.split('=')[0] ?? ''))).toEqual([]);
}

function expectFile(path: string) {
  expect(existsSync(join(root, path.replace(/^\/opt\/picksync[^/]*\//, ''))), path).toBe(true);
}

/** Runs a statement, and takes back what it did. */
async function runStatement(sql: string) {
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(sql);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Runs a program of the project, as the page says, on a database that has nothing yet. */
async function runProgram(words: string[]) {
  const args = words.filter((word) => !word.startsWith('--env-file='));
  const env = {
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: database.url,
    PUBLIC_URL: 'https://picksync.example.com',
    SEALING_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  };
  const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  expect(stderr).toBe('');
}

/** A unit as it is given to systemctl, with its port and without its kind. */
function expectUnit(name: string) {
  if (name.endsWith('*')) return expect(units.some((unit) => unit.startsWith(name.slice(0, -1)))).toBe(true);
  const file = `${name.replace(/@.*/, '@')}${/\.(?:service|target)$/.test(name) ? '' : '.service'}`;
  return expect(units, name).toContain(file);
}

const checks: Record<string, Check> = {
  docker: ([, , act = '', ...words]) => {
    expect(Object.keys(composeOptions)).toContain(act);
    const at = words.findIndex((word) => !word.startsWith('-'));
    expectOptions(words.slice(0, at < 0 ? undefined : at), composeOptions[act] ?? []);
    const [service, ...command] = at < 0 ? [] : words.slice(at);
    if (service !== undefined) expect(services).toContain(service);
    if (command.length > 0) return check(command);
    return undefined;
  },
  psql: async (words) => {
    const { options, rest } = splitOptions(words.slice(1), ['--username', '--dbname', '--command']);
    expectOptions(options, ['--username', '--dbname', '--command']);
    expect(rest).toEqual([]);
    if (options.includes('--username')) expect(words[words.indexOf('--username') + 1]).toBe(databaseUser);
    const sql = words[words.indexOf('--command') + 1] ?? '';
    // Of a whole database, which the one of this test is not.
    if (sql.startsWith('ALTER DATABASE')) expect(sql).toMatch(/^ALTER DATABASE picksync RENAME TO \w+$/);
    else await runStatement(sql);
  },
  pg_dump: (words) => {
    const { options, rest } = splitOptions(words.slice(1), ['--username', '--format']);
    expectOptions(options, ['--username', '--format']);
    expect(rest.slice(0, 2)).toEqual(['picksync', '>']);
  },
  pg_restore: (words) => {
    const { options, rest } = splitOptions(words.slice(1), ['--username', '--dbname']);
    expectOptions(options, ['--username', '--dbname', '--no-acl']);
    expect(rest[0]).toBe('<');
  },
  createuser: ([, ...words]) => expect(words).toEqual(['--createrole', '--pwprompt', 'picksync_owner']),
  createdb: ([, ...words]) => expect(words).toEqual(['--owner', 'picksync_owner', 'picksync']),
  'apt-get': ([, act, name]) => {
    expect(act).toBe('install');
    expect(name).toMatch(/^postgresql-(?:common|18)$/);
  },
  '/usr/share/postgresql-common/pgdg/apt.postgresql.org.sh': (words) => expect(words).toHaveLength(1),
  node: (words) => {
    const end = words.indexOf('>');
    return runProgram(words.slice(1, end < 0 ? undefined : end));
  },
  npm: ([, ...words]) => {
    const name = words[0] === 'run' ? words[1] : words[0];
    expect(JSON.parse(readProjectFile('package.json')).scripts).toHaveProperty([name ?? '']);
    const only = words[words.indexOf('--only') + 1];
    if (words.includes('--only')) expectFile(`bench/${only}.bench.ts`);
  },
  systemctl: ([, act = '', ...words]) => {
    expect(['daemon-reload', 'start', 'stop', 'enable']).toContain(act);
    expectOptions(
      words.filter((word) => word.startsWith('-')),
      act === 'enable' ? ['--now'] : [],
    );
    for (const name of words.filter((word) => !word.startsWith('-'))) expectUnit(name);
  },
  journalctl: ([, option, pattern]) => {
    expect(option).toBe('--unit');
    const start = pattern?.replace(/\*$/, '') ?? '';
    expect(units.filter((name) => name.startsWith(start)).length).toBeGreaterThan(1);
  },
  curl: ([, ...words]) => expect(words).toEqual(['http://127.0.0.1:4001/readyz']),
  useradd: ([, ...words]) => {
    const account = words.at(-1);
    expectOptions(
      words.filter((word) => word.startsWith('-')),
      ['--system', '--create-home', '--home-dir'],
    );
    for (const unit of units.filter((name) => name.endsWith('.service')))
      expect(readProjectFile(`deploy/systemd/${unit}`)).toContain(`\nUser=${account}\n`);
  },
  runuser: (words) => check(words.slice(words.indexOf('--') + 1)),
  git: ([, act, _from, place]) => {
    expect(act).toBe('clone');
    expect(place).toMatch(installed);
  },
  cd: ([, place]) => expect(place).toMatch(installed),
  ln: ([, options, from, to]) => {
    expect([options, from?.startsWith(`${to}-`)]).toEqual(['-sfn', true]);
    for (const unit of units.filter((name) => name.endsWith('.service')))
      expect(readProjectFile(`deploy/systemd/${unit}`)).toMatch(
        new RegExp(`^WorkingDirectory=${to}${unit.includes('migrate') ? '-%i' : ''}$`, 'm'),
      );
  },
  cp: ([, from = '', to]) => {
    expect(globSync(from.replace(/^\/opt\/picksync\//, ''), { cwd: root }).length).toBeGreaterThan(0);
    expect(to).toBe('/etc/systemd/system/');
  },
  chown: (words) =>
    expect(words.at(-1)).toMatch(/^\/(?:opt\/picksync-|var\/lib\/prometheus\/node-exporter$)/),
  chmod: ([, mode]) => expect(mode).toBe('600'),
  scp: ([, option, from]) => expect([option, from]).toEqual(['-q', '/root/picksync-status.html']),
  openssl: (words) => {
    const { status, stdout } = runInShell(words.join(' '));
    expect([status, stdout.trim().length >= 16]).toEqual([0, true]);
  },
  echo: ([, ...words]) => {
    const { stdout } = runInShell(`echo "${words.join(' ')}"`);
    expect(parseSealingKeys(stdout.trim())).toBeDefined();
  },
  pgbackrest: ([, ...words]) => {
    const options = words.filter((word) => word.startsWith('--'));
    expectOptions(options, ['--stanza', '--type', '--delta', '--target']);
    const [stanza] = options.flatMap((option) => /^--stanza=(.*)/.exec(option)?.[1] ?? []);
    for (const name of ['pgbackrest.conf', 'archive.conf'])
      expect(readProjectFile(`deploy/pgbackrest/${name}`)).toMatch(
        new RegExp(`^\\[${stanza}\\]$|--stanza=${stanza} `, 'm'),
      );
    expect(['stanza-create', 'check', 'backup', 'restore']).toContain(words.at(-1));
  },
  promtool: ([, ...words]) => {
    expect(words.slice(0, 2)).toEqual(['test', 'rules']);
    for (const pattern of words.slice(2))
      expect(globSync(`deploy/prometheus/${pattern}`, { cwd: root }).length).toBeGreaterThan(0);
  },
};

function runInShell(text: string) {
  return spawnSync('sh', ['-c', text], { encoding: 'utf8' });
}

/** Checks one command by the rule of its program. */
async function check(words: string[]): Promise<void> {
  const [name = ''] = words;
  if (/^deploy\/pgbackrest\/|^picksync-/.test(name)) {
    const path = join(root, 'deploy/pgbackrest', name.split('/').at(-1) ?? '');
    accessSync(path, constants.X_OK);
    expect([undefined, 'full', 'diff']).toContain(words[1]);
    return;
  }
  if (/^\/opt\/picksync-[\d.]+\/deploy\/release\//.test(name)) {
    accessSync(join(root, name.replace(installed, '')), constants.X_OK);
    expect(words.slice(1).join(' ')).toMatch(/^\d+\.\d+\.\d+$/);
    return;
  }
  const rule = checks[/(?:^|\/)node$/.test(name) ? 'node' : name];
  if (!rule) throw new Error(`Nothing checks "${words.join(' ')}": add a rule for ${name}`);
  await rule(words);
}

/** What stands in a block: a program's own file, settings, or a list of what a provider sends. */
const contents: { is: (text: string) => boolean; check: (text: string) => unknown }[] = [
  {
    is: (text) => text.includes('reverse_proxy'),
    check: (text) => {
      const script = 'printf %s "$0" | caddy adapt --adapter caddyfile --config /dev/stdin';
      const { status, stderr } = spawnSync('sh', ['-c', script, text], { encoding: 'utf8' });
      // 127: Caddy is not installed.
      expect([0, 127], stderr).toContain(status);
      expect(text.match(/\{/g)?.length).toBe(text.match(/\}/g)?.length);
    },
  },
  {
    is: (text) => text.startsWith('services:\n'),
    check: (text) => {
      const named = [...text.matchAll(/^ {2}([a-z-]+):$/gm)].map(([, name]) => name);
      expect(named.length).toBeGreaterThan(0);
      expect(services).toEqual(expect.arrayContaining(named));
    },
  },
  {
    is: (text) => /^[A-Z_]+=\S+$/.test(text),
    check: (text) => {
      const [name = '', value = ''] = text.split(/=(.*)/s);
      const shape: Record<string, { parse: (value: string) => unknown }> = settings.shape;
      expect(shape[name]?.parse(value)).toBeDefined();
    },
  },
  {
    is: (text) => text.split('\n').every((line) => /^[a-z_]+(?:\.[a-z_]+)+$/.test(line)),
    check: (text) => {
      const source = globSync('apps/api/src/billing/**/*.ts', { cwd: root }).map(readProjectFile).join('\n');
      const families = new Set(text.split('\n').map((line) => line.slice(0, line.lastIndexOf('.'))));
      for (const family of families) expect(source, family).toContain(family.split('.').at(-1));
    },
  },
];

const fiveFields = /^(?:[*\d,/-]+ ){5}/;

async function checkText({ language, text }: PageCode): Promise<void> {
  if (language === 'sql') return runStatement(text);
  const content = contents.find(({ is }) => is(text));
  if (content) return void content.check(text);
  const commands = text.replace(fiveFields, '');
  expect(spawnSync('sh', ['-n'], { input: commands, encoding: 'utf8' }).stderr).toBe('');
  for (const words of toCommands(commands)) await check(words);
}

test.each(blocks.map((block) => ({ ...block, title: `${block.page}: ${block.text.split('\n')[0]}` })))(
  'an operator can do what stands at $title',
  checkText,
);

/** Code of the running text that is a command: it begins with a program that has a rule, or with a verb of SQL. */
const inline = pages
  .flatMap(readInlineCode)
  .filter(({ text }) => {
    const [name = ''] = text.split(' ');
    return (
      name in checks || /^(?:SELECT|UPDATE)$/.test(name) || /^picksync-|^deploy\/pgbackrest\//.test(name)
    );
  })
  .map((code) => ({ ...code, language: /^[A-Z]/.test(code.text) ? 'sql' : '' }));

test.each(inline)('an operator can do what the text of $page says: $text', checkText);

test('the commands of both pages are found', () => {
  expect(blocks.length).toBeGreaterThanOrEqual(14);
  expect(inline.length).toBeGreaterThan(15);
});

test('a command that no rule knows is a failure', async () => {
  const unknown = { page: '', language: '', text: 'systemctl daemon-reload && reboot now' };
  await expect(checkText(unknown)).rejects.toThrow('add a rule for reboot');
});
