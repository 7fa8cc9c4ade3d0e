import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeReport, makeSheet, type SandboxReport, type SandboxSheet } from '@picksync/sync-engine/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectSandbox } from './testing/connect.ts';
import { openAssistant, runPicksync } from './testing/programs.ts';
import { office, startSandbox } from './testing/sandbox.ts';
import { testApp } from './testing/test-app.ts';

// Reports as programs see them: in a file of automations, and by their names.

const sandbox = await startSandbox({ RATE_LIMIT: '0' });
const app = await testApp({ smartsheet: sandbox.settings });
let folder: string;
let env: Record<string, string>;
let source: SandboxSheet;
let report: SandboxReport;
let target: SandboxSheet;

beforeAll(async () => {
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'picksync-reports-'));
  const token = await sandbox.newPersonalToken(office);
  const calls = {
    call: <T>(method: string, path: string, body?: object) => sandbox.call<T>(method, path, { body, token }),
  };
  const name = randomUUID().slice(0, 8);
  source = await makeSheet(calls, { token, name: `Clients ${name}`, rows: [['Acme'], ['Birch']] });
  report = await makeReport(calls, { token, name: `All clients ${name}`, sheetIds: [source.id] });
  const columns = [{ title: 'Pick', type: 'PICKLIST', options: ['Old'] }];
  target = await makeSheet(calls, { token, name: `Projects ${name}`, columns });
  const { userId } = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
  await connectSandbox(app, sandbox, { userId });
  const { key } = await app.createKey(userId, 'write');
  env = { PICKSYNC_URL: address, PICKSYNC_KEY: key };
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

async function writeYaml(from: string): Promise<string> {
  const path = join(folder, `${randomUUID()}.yaml`);
  const destination = `{ sheet: ${target.id}, column: ${target.columns.Pick} }`;
  const entry = `  - name: Of a report\n    source: ${from}\n    destination: ${destination}\n`;
  await writeFile(path, `automations:\n${entry}`);
  return path;
}

test('a file names a report, is made so once, written back as it was, and changed to a sheet', async () => {
  const path = await writeYaml(`{ report: ${report.id}, column: ${report.columns.Name} }`);
  const applied = await runPicksync(['apply', path], { env });
  expect([applied.code, applied.stderr]).toEqual([0, '']);
  expect(applied.stdout).toContain('Adds 2 options, removes 1');
  expect(await runPicksync(['apply', path], { env })).toMatchObject({
    code: 0,
    stdout: 'Nothing to do: 1 as the file says.\n',
  });
  const { stdout: exported } = await runPicksync(['export'], { env });
  expect(exported).toContain(`report: "${report.id}" # ${report.name}`);
  expect(exported).not.toContain('sourceKind');

  const moved = await writeYaml(`{ sheet: ${source.id}, column: ${source.columns.Name} }`);
  const planned = await runPicksync(['plan', moved], { env });
  expect([planned.code, planned.stderr]).toEqual([3, '']);
  expect(planned.stdout).toContain('source: ');
  expect(planned.stdout).not.toContain('sourceKind');
  expect(await runPicksync(['apply', moved], { env })).toMatchObject({ code: 0, stderr: '' });
  const row = await app.db.automation.findFirstOrThrow({ where: { name: 'Of a report' } });
  expect(row).toMatchObject({ sourceKind: 'sheet', sourceSheetId: source.id });
});

test('an assistant finds a report by its name, reads its columns, and previews what it would fill', async () => {
  await app.db.automation.deleteMany();
  const assistant = await openAssistant(env);
  try {
    const found = await assistant.call('find_sheets', { search: report.name });
    expect(found.text).toContain(`(${report.id}), a report, which can only be read`);
    const columns = await assistant.call('list_columns', { sheet: report.name });
    expect(columns.text).toContain(`"Name" (${report.columns.Name}), TEXT_NUMBER, can be read`);
    const wanted = {
      source: { sheet: report.name, column: 'Name' },
      destination: { sheet: target.name, column: 'Pick' },
    };
    expect((await assistant.call('preview_automation', wanted)).text).toContain('Adds 2 options, removes 1');
    const back = { source: wanted.destination, destination: wanted.source };
    expect(await assistant.call('preview_automation', back)).toMatchObject({
      isError: true,
      text: expect.stringContaining('There is no sheet called'),
    });
  } finally {
    await assistant.close();
  }
});
