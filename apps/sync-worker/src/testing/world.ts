import { randomBytes, randomUUID } from 'node:crypto';
import {
  createSealer,
  markConnectionDirty,
  openQueue,
  parseSealingKeys,
  type SmartsheetConnection,
} from '@picksync/db';
import {
  type TestDatabase,
  testAutomation,
  testConnection,
  testDatabase,
  testUser,
} from '@picksync/db/testing';
import { sealTokens } from '@picksync/smartsheet-account';
import { makeSheet, type SandboxSheet, startSandbox, type TestSandbox } from '@picksync/sync-engine/testing';
import { readConfig } from '../config.ts';

export const sealingKeys = `test:${randomBytes(32).toString('base64')}`;
const sealer = createSealer(parseSealingKeys(sealingKeys));

export type TestAccount = {
  email: string;
  /** Of the person, for editing their sheets. */
  token: string;
  /** What the product holds for it: found nowhere but sealed. */
  secrets: string[];
  connection: SmartsheetConnection;
};

/** A database, a sandbox and a queue, with what tests do to them. No worker runs in it yet. */
export async function openWorld(sandboxSettings: Record<string, string> = {}) {
  const database = await testDatabase({ poolSize: 20 });
  const sandbox = await startSandbox(sandboxSettings);
  const queue = await openQueue({ url: database.url, onError: () => {} });
  const { prisma } = database;
  const environment = environmentFor({ database, sandbox });

  return {
    ...database,
    sandbox,
    queue,
    environment,
    config: (more: Record<string, string> = {}) => readConfig({ ...environment, ...more }),
    newAccount: (more: object = {}) => newAccount({ database, sandbox }, more),
    /** Another user of ours with the same Smartsheet account. */
    newSharingUser: ({ email }: TestAccount) => newSharingUser({ database, sandbox }, email),
    newAutomation: (wanted: Wanted) => newAutomation({ database, sandbox }, wanted),
    /** Marks a connection's automations or sheets, as the API and the sweep do. */
    mark: (
      connectionId: string,
      marks: Omit<Parameters<typeof markConnectionDirty>[0], 'tx' | 'queue' | 'connectionId'> = {},
    ) => prisma.$transaction((tx) => markConnectionDirty({ tx, queue, connectionId, ...marks })),
    readOptions: (target: { sheetId: string; targetColumnId: string }) => readOptions(sandbox, target),
    setOptions: (
      account: TestAccount,
      target: { sheetId: string; targetColumnId: string },
      options: string[],
    ) => setOptions(sandbox, account, { ...target, options }),
    setRows: (account: TestAccount, change: RowsChange) => setRows(sandbox, account, change),
    readConnection: ({ connection: { id } }: TestAccount) =>
      prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } }),
    close: async () => {
      await queue.stop({ graceMs: 0 });
      await sandbox.stop();
      await database.close();
    },
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** The settings of a worker in this world. */
function environmentFor({ database, sandbox }: { database: TestDatabase; sandbox: TestSandbox }) {
  return {
    PORT: '0',
    LOG_LEVEL: 'silent',
    HEALTH_TIMEOUT_MS: '60000',
    DATABASE_TIMEOUT_MS: '120000',
    DATABASE_URL: database.runtimeUrl,
    SEALING_KEYS: sealingKeys,
    SECRET: 'a secret of this test, long enough for it',
    PUBLIC_URL: 'http://127.0.0.1:9',
    SMARTSHEET_CLIENT_ID: 'picksync-local',
    SMARTSHEET_CLIENT_SECRET: 'sandbox-secret',
    SMARTSHEET_API_BASE: sandbox.apiBase,
  };
}

type Base = { database: TestDatabase; sandbox: TestSandbox };

/** A user with a Smartsheet account of their own, connected. */
async function newAccount(base: Base, more: object): Promise<TestAccount> {
  const email = `person-${randomUUID().slice(0, 8)}@example.com`;
  await base.sandbox.account(email);
  return newSharingUser(base, email, more);
}

/** A user who connected this Smartsheet account. */
async function newSharingUser(
  { database, sandbox }: Base,
  email: string,
  more: object = {},
): Promise<TestAccount> {
  const tokens = await sandbox.token(email, more);
  const { accessToken: token } = await sandbox.token(email, { personal: true });
  const user = await testUser(database.prisma);
  const id = randomUUID();
  const connection = await testConnection(database.prisma, {
    id,
    userId: user.id,
    accountEmail: email,
    scopes: tokens.scopes,
    ...sealTokens(sealer, id, { ...tokens, expiresAt: new Date(tokens.expiresAt) }),
    statusChangedAt: new Date(Date.now() - 60_000),
  });
  return { email, token, secrets: [tokens.accessToken, tokens.refreshToken], connection };
}

type Wanted = {
  account: TestAccount;
  values: (string | null)[];
  options: string[];
  target?: SandboxSheet;
  source?: SandboxSheet;
  column?: object;
  fields?: object;
};

/** Two sheets of a connection and an automation between them, not marked yet. */
async function newAutomation({ database, sandbox }: Base, wanted: Wanted) {
  const { account, values, options, column = {}, fields = {} } = wanted;
  const { token, connection } = account;
  const name = randomUUID().slice(0, 8);
  const rows = values.map((value) => [value]);
  const source = wanted.source ?? (await makeSheet(sandbox, { token, name: `Source ${name}`, rows }));
  const pick = { title: 'Pick', type: 'PICKLIST', options, ...column };
  const target =
    wanted.target ?? (await makeSheet(sandbox, { token, name: `Target ${name}`, columns: [pick] }));
  const automation = await testAutomation(database.prisma, {
    connection,
    name: `Automation ${name}`,
    sourceSheetId: source.id,
    sourceColumnId: findId(source, 'Name'),
    sourceSheetName: source.name,
    sourceColumnName: 'Name',
    sheetId: target.id,
    targetColumnId: findId(target, 'Pick'),
    sheetName: target.name,
    targetColumnName: 'Pick',
    ...fields,
  });
  return { automation, source, target };
}

function findId(sheet: SandboxSheet, title: string): string {
  const id = sheet.columns[title];
  if (id === undefined) throw new Error(`${sheet.name} has no column ${title}`);
  return id;
}

/**
 * Returns a dropdown's list as Smartsheet has it now. It is read as the sandbox's own page reads it, which is no call of
 * the API: a test may poll and does not use up the budget of an account.
 */
async function readOptions(
  sandbox: TestSandbox,
  { sheetId, targetColumnId }: { sheetId: string; targetColumnId: string },
): Promise<string[]> {
  type Shown = { columns: { id: string; options: string[] | null }[] };
  const { columns } = await sandbox.call<Shown>('GET', `/api/console/sheets/${sheetId}`);
  return columns.find(({ id }) => id === targetColumnId)?.options ?? [];
}

/** Replaces the list of a dropdown, as a person does. */
async function setOptions(
  sandbox: TestSandbox,
  { token }: TestAccount,
  { sheetId, targetColumnId, options }: { sheetId: string; targetColumnId: string; options: string[] },
): Promise<void> {
  const path = `/2.0/sheets/${sheetId}/columns/${targetColumnId}`;
  await sandbox.call('PUT', path, { type: 'PICKLIST', options }, token);
}

type RowsChange = { sheet: SandboxSheet; column: string; values: Record<number, string> };

/** Edits cells of a sheet as a person does: `values` by row, counted from 0. */
async function setRows(sandbox: TestSandbox, { token }: TestAccount, change: RowsChange): Promise<void> {
  const { sheet, column, values } = change;
  const columnId = Number(findId(sheet, column));
  const rows = Object.entries(values).map(([index, value]) => ({
    id: Number(sheet.rows[Number(index)]),
    cells: [{ columnId, value }],
  }));
  await sandbox.call('PUT', `/2.0/sheets/${sheet.id}/rows`, rows, token);
}
