import { randomUUID } from 'node:crypto';
import { sealTokens } from '@picksync/smartsheet-account';
import { makeSheet, type SandboxSheet } from '@picksync/sync-engine/testing';
import pLimit from 'p-limit';
import type { Stage } from './stage.ts';

export type PlantedTarget = {
  automationId: string;
  sheetId: string;
  columnId: string;
};

export type PlantedSource = {
  sheetId: string;
  columnId: string;
  rowIds: string[];
  targets: PlantedTarget[];
};

/** A person with a Smartsheet account and automations that are in step. */
export type PlantedAccount = {
  email: string;
  /** A token of the user, for changes by hand. */
  token: string;
  userId: string;
  connectionId: string;
  /** The tokens that the product stores sealed and must never reveal. */
  secrets: string[];
  sources: PlantedSource[];
};

export type Wanted = {
  accounts: number;
  /** Source sheets of each account. */
  sources: number;
  /** Target sheets of each source, with one automation each. */
  targets: number;
  /** Whether every sheet belongs to a colleague, who has made the person an admin of it. */
  areShared?: boolean;
  /** Sheets that no automation uses and that come before the others in the list. */
  sheetsBefore?: number;
};

export const plantedValues = ['Alpha', 'Beta', 'Gamma'];

/** How many accounts are planted at the same time. */
const atOnce = 8;

/**
 * Creates accounts whose automations have just been synced: every dropdown has the values of its source, and the
 * version of every sheet is known. Nothing is due.
 */
export async function plantAccounts(stage: Stage, wanted: Wanted): Promise<PlantedAccount[]> {
  const numbers = Array.from({ length: wanted.accounts }, (_, index) => index);
  return pLimit(atOnce).map(numbers, () => plantAccount(stage, wanted));
}

async function plantAccount(stage: Stage, wanted: Wanted): Promise<PlantedAccount> {
  const account = await plantConnection(stage);
  const ownerEmail = wanted.areShared ? await plantColleague(stage) : account.email;
  await plantSheets(stage, { ownerEmail, count: wanted.sheetsBefore ?? 0 });
  const sources: PlantedSource[] = [];
  for (let count = 0; count < wanted.sources; count += 1) {
    // A token for each account, because the rate limit applies to planting too.
    const { accessToken: token } = await stage.sandbox.token(ownerEmail, { personal: true });
    const rows = plantedValues.map((value) => [value]);
    const sheet = await makeSheet(stage.sandbox, { token, name: `Source ${count}`, rows });
    const owner = { ...account, token };
    const targets = await plantTargets(stage, { account: owner, source: sheet, count: wanted.targets });
    sources.push({ sheetId: sheet.id, columnId: findColumn(sheet, 'Name'), rowIds: sheet.rows, targets });
    if (!wanted.areShared) continue;
    for (const sheetId of [sheet.id, ...targets.map((target) => target.sheetId)])
      await stage.sandbox.call('PUT', '/api/shares', { sheetId, account: account.email, access: 'ADMIN' });
  }
  await rememberVersions(stage, account);
  return { ...account, sources };
}

/** Creates sheets that nothing uses. */
async function plantSheets(
  { sandbox }: Stage,
  { ownerEmail, count }: { ownerEmail: string; count: number },
): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  await pLimit(atOnce).map(numbers, async (number) => {
    // The rate limit applies to each token.
    const { accessToken: token } = await sandbox.token(ownerEmail, { personal: true });
    await makeSheet(sandbox, { token, name: `Sheet ${number}` });
  });
}

async function plantColleague({ sandbox }: Stage): Promise<string> {
  const { email } = await sandbox.account(`${randomUUID()}@example.com`);
  return email;
}

type Owner = Omit<PlantedAccount, 'sources'>;

/** Creates a user on the largest plan who is connected to a Smartsheet account of their own. */
export async function plantConnection(stage: Stage): Promise<Owner> {
  const userId = randomUUID();
  const email = `${userId}@example.com`;
  const plan = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
  await stage.prisma.user.create({ data: { id: userId, email, isVerified: true, ...plan } });
  return connectUser(stage, { userId, email });
}

/** Creates a Smartsheet account with the address of a user, and connects the user to it. */
export async function connectUser(
  { sandbox, prisma, sealer }: Stage,
  { userId, email }: { userId: string; email: string },
): Promise<Owner> {
  await sandbox.account(email);
  const tokens = await sandbox.token(email);
  const { accessToken: token } = await sandbox.token(email, { personal: true });
  const connectionId = randomUUID();
  await prisma.smartsheetConnection.create({
    data: {
      id: connectionId,
      userId,
      accountEmail: email,
      scopes: tokens.scopes,
      ...sealTokens(sealer, connectionId, { ...tokens, expiresAt: new Date(tokens.expiresAt) }),
      statusChangedAt: new Date(Date.now() - 60_000),
      nextSweepAt: new Date(Date.now() + 15 * 60_000),
    },
  });
  return { email, token, userId, connectionId, secrets: [tokens.accessToken, tokens.refreshToken] };
}

/** Creates sheets with a dropdown each, and an automation that fills it. */
export async function plantTargets(
  { sandbox, prisma }: Stage,
  plant: { account: Owner; source: SandboxSheet; count: number; column?: string; options?: string[] },
): Promise<PlantedTarget[]> {
  const { account, source, count, column = 'Name', options = plantedValues } = plant;
  const { userId, connectionId, token } = account;
  const targets: PlantedTarget[] = [];
  for (let number = 0; number < count; number += 1) {
    const columns = [{ title: 'Pick', type: 'PICKLIST', options }];
    const sheet = await makeSheet(sandbox, { token, name: `${source.name} into ${number}`, columns });
    const columnId = findColumn(sheet, 'Pick');
    targets.push({ automationId: randomUUID(), sheetId: sheet.id, columnId });
  }
  await prisma.automation.createMany({
    data: targets.map(({ automationId, sheetId, columnId }, number) => ({
      id: automationId,
      userId,
      connectionId,
      name: `Automation ${number}`,
      sourceSheetId: source.id,
      sourceSheetName: source.name,
      sourceColumnId: findColumn(source, column),
      sourceColumnName: column,
      sheetId,
      sheetName: `${source.name} into ${number}`,
      targetColumnId: columnId,
      targetColumnName: 'Pick',
    })),
  });
  return targets;
}

/** Stores the versions of an account's sheets, as a sync of all of them would. */
async function rememberVersions({ sandbox, prisma }: Stage, { token, connectionId }: Owner): Promise<void> {
  type List = { data: { id: number; name: string; version: number }[] };
  const path = '/2.0/sheets?includeAll=true&include=sheetVersion';
  const { data } = await sandbox.call<List>('GET', path, undefined, token);
  const lastReadAt = new Date();
  await prisma.sheet.createMany({
    data: data.map(({ id, name, version }) => ({
      connectionId,
      sheetId: String(id),
      name,
      version,
      lastReadAt,
    })),
  });
}

function findColumn(sheet: SandboxSheet, title: string): string {
  const id = sheet.columns[title];
  if (id === undefined) throw new Error(`${sheet.name} has no column ${title}`);
  return id;
}
