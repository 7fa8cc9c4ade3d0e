import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiKeyScope, Preview } from '@picksync/contracts';
import { testAutomation } from '@picksync/db/testing';
import { makeSheet } from '@picksync/sync-engine/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectSandbox } from './testing/connect.ts';
import { openAssistant, runPicksync } from './testing/programs.ts';
import { office, startSandbox } from './testing/sandbox.ts';
import { startStandInServer } from './testing/stand-in-server.ts';
import { everythingStored, findChangedTables } from './testing/stored.ts';
import { testApp } from './testing/test-app.ts';
import { startWorker } from './testing/worker.ts';

// What comes with the client: the command line and the server for assistants, as processes beside the real API.

const sandbox = await startSandbox({ RATE_LIMIT: '0' });
const app = await testApp({ smartsheet: sandbox.settings });
let address: string;
let token: string;
let folder: string;
beforeAll(async () => {
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
  token = await sandbox.newPersonalToken(office);
  folder = await mkdtemp(join(tmpdir(), 'picksync-programs-'));
});
beforeEach(() => {
  app.clock.at = new Date();
});
afterEach(async () => {
  // Everybody is at the same account of the sandbox: the next test finds its columns free.
  await app.db.automation.deleteMany();
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

const calls = {
  call: <T>(method: string, path: string, body?: object, of?: string) =>
    sandbox.call<T>(method, path, { body, ...(of && { token: of }) }),
};

/** A list, and a sheet with as many dropdowns; the names are of this test alone. */
async function newSheets(dropdowns: number) {
  const name = randomUUID().slice(0, 8);
  const rows = [['Acme'], ['Birch'], ['Cedar']];
  const source = await makeSheet(calls, { token, name: `Clients ${name}`, rows });
  const columns = Array.from({ length: dropdowns }, (_, index) => {
    const options = ['Acme', `Old ${index}`];
    return { title: `Pick ${index + 1}`, type: 'PICKLIST', options };
  });
  const target = await makeSheet(calls, { token, name: `Projects ${name}`, columns });
  return { source, target, dropdowns: Object.values(target.columns).slice(1) };
}

type Sheets = Awaited<ReturnType<typeof newSheets>>;

async function program(scope: ApiKeyScope = 'write') {
  const person = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
  await connectSandbox(app, sandbox, { userId: person.userId });
  const { key } = await app.createKey(person.userId, scope);
  return { person, key, env: { PICKSYNC_URL: address, PICKSYNC_KEY: key } };
}

function toEntry({ source, target }: Sheets, column: string, index: number, more: string[] = []): string {
  return [
    `  - name: Clients into dropdown ${index + 1}`,
    // Without quotes: an id may be longer than a number of JavaScript.
    `    source: { sheet: ${source.id}, column: ${source.columns.Name} }`,
    `    destination: { sheet: ${target.id}, column: ${column} }`,
    ...more.map((line) => `    ${line}`),
  ].join('\n');
}

async function writeYaml(entries: readonly string[]): Promise<string> {
  const path = join(folder, `${randomUUID()}.yaml`);
  await writeFile(path, `automations:\n${entries.join('\n')}\n`);
  return path;
}

const countAutomations = (userId: string) => app.db.automation.count({ where: { userId } });
/** Does the work while every account gets its calls to Smartsheet back again and again: nothing waits for its minute. */
async function withPlentyOfCalls<T>(work: () => Promise<T>): Promise<T> {
  const refills = setInterval(() => app.db.smartsheetBudget.deleteMany().catch(() => {}), 250);
  return work().finally(() => clearInterval(refills));
}
/** What a program leaves behind that only looks: its calls are counted, and when its key was last in use. */
const counted = ['public.api_keys', 'public.smartsheet_budgets'];

describe('a file of automations', () => {
  test('fifty of them are planned as the screen shows them, made once, and left as they are the second time', async () => {
    const { person, env } = await program();
    const sheets = await newSheets(50);
    const path = await writeYaml(sheets.dropdowns.map((column, index) => toEntry(sheets, column, index)));
    const before = await everythingStored(app);
    const planned = await runPicksync(['plan', path, '--json'], { env });
    expect([planned.code, planned.stderr]).toEqual([3, '']);
    expect((await findChangedTables(before, app)).filter((table) => !counted.includes(table))).toEqual([]);
    const { steps } = JSON.parse(planned.stdout) as { steps: { act: string; preview: Preview }[] };
    expect(steps).toHaveLength(50);
    const compare = async ({ act, preview }: (typeof steps)[number], index: number) => {
      // A person looks at thirty in a minute.
      if (index === 30) await app.passTime(60_000);
      const payload = {
        sheetId: sheets.target.id,
        sheetName: sheets.target.name,
        targetColumnId: sheets.dropdowns[index],
        targetColumnName: `Pick ${index + 1}`,
        sourceSheetId: sheets.source.id,
        sourceColumnId: sheets.source.columns.Name,
        sourceColumnName: 'Name',
      };
      const { headers } = person;
      const url = '/api/configurations/preview';
      const shown: Preview = (await app.app.inject({ method: 'POST', url, headers, payload })).json();
      expect(act).toBe('create');
      expect({ ...preview, readAt: '' }).toEqual({ ...shown, readAt: '' });
      expect(shown).toMatchObject({ added: { count: 2 }, removed: { count: 1 } });
    };
    await withPlentyOfCalls(async () => {
      for (const [index, step] of steps.entries()) await compare(step, index);
    });

    const first = await withPlentyOfCalls(() => runPicksync(['apply', path], { env }));
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toContain('+ Clients into dropdown 1  line 2\n    Adds 2 options, removes 1\n');
    expect(first.stdout).toContain('50 to create, 0 to change, 0 to delete, 0 as the file says.');
    expect(first.stdout).not.toContain('\u001b');
    expect(await countAutomations(person.userId)).toBe(50);

    const settled = await everythingStored(app);
    const second = await runPicksync(['apply', path], { env });
    expect(second).toMatchObject({ code: 0, stderr: '', stdout: 'Nothing to do: 50 as the file says.\n' });
    expect((await findChangedTables(settled, app)).filter((table) => !counted.includes(table))).toEqual([]);

    const exported = await runPicksync(['export'], { env });
    const copy = join(folder, `${randomUUID()}.yaml`);
    await writeFile(copy, exported.stdout);
    expect(exported.stdout).toContain(`sheet: "${sheets.source.id}" # ${sheets.source.name}`);
    expect(await runPicksync(['plan', copy], { env })).toMatchObject({ code: 0 });
  });

  test('a wrong line is named with its place, and nothing is half done', async () => {
    const { person, env } = await program();
    const sheets = await newSheets(3);
    const [one = '', two = '', three = ''] = sheets.dropdowns;
    const path = await writeYaml([
      toEntry(sheets, one, 0),
      toEntry(sheets, two, 1, ['mode: mirrored', 'sort: ascending']),
      toEntry(sheets, three, 2, [
        'filters:',
        '  match: all',
        '  rules:',
        '    - { column: 1, operator: equals }',
      ]),
      toEntry(sheets, one, 3),
    ]);
    const applied = await runPicksync(['apply', path], { env });
    expect([applied.code, applied.stdout]).toEqual([2, '']);
    expect(applied.stderr.split('\n').slice(0, -2)).toEqual([
      expect.stringMatching(/\.yaml:8:5: Invalid option/),
      expect.stringMatching(/\.yaml:9:5: There is no setting “sort”$/),
      expect.stringMatching(/\.yaml:16:11: Please enter what to compare with$/),
      expect.stringMatching(/\.yaml:19:5: The automation of line 2 fills this column already$/),
    ]);
    const broken = await writeYaml(['  - name: "never closed']);
    expect((await runPicksync(['plan', broken], { env })).stderr).toMatch(/\.yaml:\d+:\d+: Missing closing/);
    await writeFile(broken, 'automations: []', 'utf16le');
    await appendFile(broken, Uint8Array.of(0xff));
    expect((await runPicksync(['plan', broken], { env })).stderr).toContain('is not text in UTF-8');
    expect(await countAutomations(person.userId)).toBe(0);
  });

  test('a plan names what the API would refuse with its place, before anything is written', async () => {
    const { person, env } = await program();
    const sheets = await newSheets(2);
    const [one = '', two = ''] = sheets.dropdowns;
    const backwards = [
      '  - name: Back again',
      `    source: { sheet: ${sheets.target.id}, column: ${one} }`,
      `    destination: { sheet: ${sheets.target.id}, column: ${two} }`,
      '  - name: And forth',
      `    source: { sheet: ${sheets.target.id}, column: ${two} }`,
      `    destination: { sheet: ${sheets.target.id}, column: ${one} }`,
    ];
    const loop = await runPicksync(['apply', await writeYaml(backwards)], { env });
    expect(loop).toMatchObject({ code: 1, stdout: '' });
    expect(loop.stderr).toMatch(/\.yaml:4:\d+: This would lead back to its own source/);
    expect(loop.stderr).toMatch(/\.yaml:7:\d+: /);
    const name = sheets.target.columns.Name ?? '';
    const text = await writeYaml([toEntry(sheets, one, 0), toEntry(sheets, name, 1)]);
    const refused = await runPicksync(['apply', text], { env });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/\.yaml:7:\d+: .*dropdown/);
    expect(refused.stderr).toContain('Nothing was changed.');
    expect(await countAutomations(person.userId)).toBe(0);
  });

  test('a change is shown with what it does, and what the file lacks is deleted only when that is confirmed', async () => {
    const { person, env } = await program();
    const sheets = await newSheets(2);
    const entries = sheets.dropdowns.map((column, index) => toEntry(sheets, column, index));
    await runPicksync(['apply', await writeYaml(entries)], { env });
    const [one = ''] = sheets.dropdowns;
    const path = await writeYaml([toEntry(sheets, one, 0, ['mode: add_only', 'graceDays: 3'])]);
    const planned = await runPicksync(['plan', path], { env });
    expect(planned.code).toBe(3);
    expect(planned.stdout).toContain('~ Clients into dropdown 1  line 2\n    mode: "mirror" → "add_only"\n');
    expect(planned.stdout).toContain('Adds 2 options, removes none');
    expect(planned.stdout).toContain('left alone (--prune deletes it)');
    const unasked = await runPicksync(['apply', path, '--prune'], { env });
    expect([unasked.code, unasked.stderr]).toEqual([1, expect.stringContaining('only with --yes')]);
    expect(await countAutomations(person.userId)).toBe(2);
    expect(await runPicksync(['apply', path, '--prune', '--yes'], { env })).toMatchObject({
      code: 0,
      stderr: '',
    });
    const left = await app.db.automation.findMany({ where: { userId: person.userId } });
    expect(left).toMatchObject([{ name: 'Clients into dropdown 1', mode: 'add_only', graceDays: 3 }]);
  });

  test('a key that may only read plans, and applies nothing', async () => {
    const { person, env } = await program('read');
    const sheets = await newSheets(1);
    const path = await writeYaml(sheets.dropdowns.map((column, index) => toEntry(sheets, column, index)));
    expect(await runPicksync(['plan', path], { env })).toMatchObject({ code: 3 });
    const applied = await runPicksync(['apply', path], { env });
    expect([applied.code, applied.stderr]).toEqual([1, expect.stringContaining('may only read')]);
    expect(await countAutomations(person.userId)).toBe(0);
  });
});

describe('a login', () => {
  test('is checked, and stored so that nobody else of the machine reads it', async () => {
    const { key } = await program('read');
    const env = { HOME: folder };
    const missing = await runPicksync(['list'], { env });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('picksync login')]);
    const wrong = await runPicksync(['login', '--url', address], { env, input: 'pks_wrong' });
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('api_key_malformed')]);
    const stored = await runPicksync(['login', '--url', `${address}/`], { env, input: `${key}\n` });
    expect(stored).toMatchObject({ code: 0, stdout: '' });
    expect(stored.stderr).toContain('“A program” may read');
    const file = join(folder, '.config/picksync/login.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url: address, key });
    expect(await runPicksync(['list'], { env })).toMatchObject({ code: 0, stdout: '' });
    await runPicksync(['logout'], { env });
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  test('is not stored for an address where something else answers', async () => {
    await using other = await startStandInServer(() => ({ body: {} }));
    const env = { HOME: folder };
    const { code, stderr } = await runPicksync(['login', '--url', other.base], { env, input: 'pks_secret' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('Is the address right')]);
    expect(stderr).not.toContain('pks_secret');
    await expect(stat(join(folder, '.config/picksync/login.json'))).rejects.toThrow('ENOENT');
  });

  test('a key goes to no address that others can read, and not to another than it was stored for', async () => {
    const env = { HOME: folder };
    const plain = await runPicksync(['login', '--url', 'http://picksync.example'], { env, input: 'pks_x' });
    expect([plain.code, plain.stderr]).toEqual([2, expect.stringContaining('https://')]);
    const half = await runPicksync(['list'], { env: { ...env, PICKSYNC_URL: address } });
    expect([half.code, half.stderr]).toEqual([2, expect.stringContaining('together')]);
  });
});

describe('an assistant', () => {
  test('makes an automation from one sentence, syncs it, and says why it fails', async () => {
    const worker = await startWorker(app, sandbox);
    const { person, env } = await program();
    const { source, target } = await newSheets(1);
    const assistant = await openAssistant(env);
    try {
      // “Keep Pick 1 of Projects … in step with the names of Clients …”, as an assistant reads it.
      const wanted = {
        source: { sheet: source.name.toLowerCase(), column: 'Name' },
        destination: { sheet: target.name, column: 'pick 1' },
      };
      const previewed = await assistant.call('preview_automation', wanted);
      expect(previewed.text).toContain('Adds 2 options, removes 1');
      expect(previewed.text).toContain('+ Birch');
      expect(await countAutomations(person.userId)).toBe(0);
      const unknown = { ...wanted, destination: { sheet: target.name, column: 'Pick' } };
      const corrected = await assistant.call('preview_automation', unknown);
      expect([corrected.isError, corrected.text]).toEqual([true, expect.stringContaining('"Pick 1" (')]);

      // A setting that was left out in silence would write another list than the one that was wanted.
      const misspelt = { ...wanted, settings: { filter: null } };
      const misunderstood = await assistant.call('create_automation', misspelt);
      expect([misunderstood.isError, misunderstood.text]).toEqual([
        true,
        expect.stringContaining('"filter"'),
      ]);
      const created = await assistant.call('create_automation', wanted);
      expect([created.isError, created.text]).toEqual([
        false,
        expect.stringContaining(`Created "Name into ${target.name}"`),
      ]);
      const { id, name } = await app.db.automation.findFirstOrThrow({ where: { userId: person.userId } });
      const synced = await assistant.call('sync_automation', { automation: name });
      expect(synced.text).toContain('Nothing is wrong with it.');
      expect((await assistant.call('list_automations', {})).text).toContain(`"${name}" (${id}): active`);

      await sandbox.call('DELETE', `/2.0/sheets/${source.id}`, { token });
      const failed = await assistant.call('sync_automation', { automation: id });
      const explained = await assistant.call('explain_automation', { automation: id });
      const row = await app.db.automation.findUniqueOrThrow({ where: { id } });
      expect(row.lastError).not.toBeNull();
      for (const { text } of [failed, explained]) {
        expect(text).toContain(`It fails: ${row.lastError}`);
        expect(text).toContain('What ends it: Choose another source.');
        expect(text).toContain(`${address}/automations/${id}`);
      }
    } finally {
      await assistant.close();
      await worker.close();
    }
  });

  test('with a key that may only read, explains and previews, and has no tool that writes', async () => {
    const { person, env } = await program('read');
    const { source, target } = await newSheets(1);
    const assistant = await openAssistant(env);
    try {
      const tools = await assistant.tools();
      expect(tools.map(({ name }) => name)).toEqual([
        'list_automations',
        'find_sheets',
        'list_columns',
        'preview_automation',
        'preview_sync',
        'explain_automation',
      ]);
      expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
      expect(assistant.instructions()).toContain('The key may only read');
      expect((await assistant.call('find_sheets', { search: source.name })).text).toContain(`(${source.id})`);
      expect((await assistant.call('list_columns', { sheet: target.name })).text).toContain('can be filled');
      const wanted = {
        source: { sheet: source.name, column: 'Name' },
        destination: { sheet: target.name, column: 'Pick 1' },
      };
      expect((await assistant.call('preview_automation', wanted)).text).toContain('Adds 2 options');
      const refused = await assistant.call('create_automation', wanted).catch((error: Error) => {
        return { isError: true, text: error.message };
      });
      expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('create_automation')]);
      expect(await countAutomations(person.userId)).toBe(0);
    } finally {
      await assistant.close();
    }
  });

  test('is told how many automations a list leaves out', async () => {
    const { person, env } = await program('read');
    const connection = await app.db.smartsheetConnection.findUniqueOrThrow({
      where: { userId: person.userId },
    });
    for (let n = 0; n < 103; n += 1) await testAutomation(app.db, { connection, isActive: false });
    const assistant = await openAssistant(env);
    try {
      const { text } = await assistant.call('list_automations', {});
      const [first, ...lines] = text.split('\n');
      expect(first).toBe('103 of 103 automations:');
      expect([lines.length, lines.at(-1)]).toEqual([101, 'And 3 more: search for a part of the name.']);
    } finally {
      await assistant.close();
    }
  });
});
