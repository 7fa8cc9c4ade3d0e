import { randomUUID } from 'node:crypto';
import { defaultSettings } from '@picksync/contracts';
import { blankMemory, makeSheet } from '@picksync/sync-engine/testing';
import { plantConnection } from '../../stage/accounts.ts';
import { editCell } from '../../stage/sandbox-view.ts';
import type { Stage } from '../../stage/stage.ts';
import { type Model, newExcuses } from '../model.ts';
import type { SoakScene } from '../people.ts';
import {
  type KindColumns,
  type KindScene,
  type KindSheet,
  type KindTarget,
  sourceColumn,
} from './kind-model.ts';
import { columnTypes, makeKindReport } from './kind-report.ts';
import { applyKindSettings, drawKindSettings } from './kind-settings.ts';
import { addPersonRow, newText } from './person-rows.ts';

const kinds = [
  { from: 'sheet', reads: 'person', type: 'CONTACT_LIST' },
  { from: 'sheet', reads: 'people', type: 'MULTI_CONTACT_LIST' },
  { from: 'sheet', reads: 'name with address', type: 'CONTACT_LIST' },
  { from: 'sheet', reads: 'person', type: 'PICKLIST' },
  { from: 'report', reads: 'person', type: 'CONTACT_LIST' },
  { from: 'report', reads: 'people', type: 'MULTI_CONTACT_LIST' },
  { from: 'report', reads: 'name with address', type: 'CONTACT_LIST' },
  { from: 'report', reads: 'name', type: 'PICKLIST' },
  { from: 'report', reads: 'pick', type: 'PICKLIST' },
] as const;

/** Plants a colleague's sheets of people, a report of them, and a person's columns that follow both. */
export async function plantKinds(stage: Stage, { random }: Pick<SoakScene, 'random'>): Promise<KindScene> {
  const { sandbox } = stage;
  const account = await plantConnection(stage);
  const { email } = await sandbox.account(`${randomUUID()}@example.com`);
  const { accessToken: token } = await sandbox.token(email, { personal: true });
  const colleague = { email, token };
  const model: Model = {
    ...{ canary: `canary${randomUUID().replaceAll('-', '')}`, accounts: [{ ...account, sources: [] }] },
    ...{ sources: [], targets: [], seen: new Set(), counted: { writes: 0, calls: 0 }, excuses: newExcuses() },
  };
  const sheets: KindSheet[] = [];
  for (let index = 0; index < 4; index += 1) {
    const columns = Object.entries(columnTypes).map(([title, type]) => ({ title, type }));
    const sheet = await makeSheet(sandbox, { token, name: `People ${index}`, columns });
    await sandbox.call('PUT', '/api/shares', { sheetId: sheet.id, account: account.email, access: 'ADMIN' });
    const own = { id: sheet.id, name: sheet.name, columns: sheet.columns as KindColumns };
    sheets.push({ ...own, rows: [], isInReport: index > 0, isShared: true });
  }
  const report = await makeKindReport(stage, { owner: email, sheets, reader: account.email });
  const targets: KindTarget[] = [];
  for (const kind of kinds) targets.push(await plantTarget(stage, { kind, token, reader: account.email }));
  const own = targets.at(-1) as KindTarget;
  const ownSheet = { target: own, name: 'Filled with Pick', isInReport: false };
  const scene = {
    stage,
    model,
    random,
    account,
    colleague,
    sheets,
    report,
    isReportShared: true,
    targets,
    ownSheet,
  };
  for (const sheet of sheets) for (let count = 0; count < 3; count += 1) await addPersonRow(scene, sheet);
  for (const target of targets) await plantAutomation(scene, target);
  const [rowId = ''] = own.cells.keys();
  const value = newText(scene);
  await editCell(sandbox, { sheetId: own.sheetId, columnId: own.columnId, rowId, value });
  own.cells.set(rowId, [value]);
  return scene;
}

type Kind = (typeof kinds)[number];

async function plantTarget(
  { sandbox }: Stage,
  { kind, token, reader }: { kind: Kind; token: string; reader: string },
): Promise<KindTarget> {
  const title = kind.reads === 'pick' ? 'Pick' : 'Choice';
  const columns = [{ title, type: kind.type }];
  const sheet = await makeSheet(sandbox, { token, name: `Filled with ${title}`, columns });
  await sandbox.call('PUT', '/api/shares', { sheetId: sheet.id, account: reader, access: 'ADMIN' });
  const cells = new Map<string, string[]>();
  for (let count = 0; count < 2; count += 1) {
    const { id } = await sandbox.call<{ id: string }>('POST', `/api/console/sheets/${sheet.id}/rows`);
    cells.set(id, []);
  }
  return {
    automationId: randomUUID(),
    sheetId: sheet.id,
    columnId: sheet.columns[title] ?? '',
    from: kind.from,
    reads: kind.reads,
    isOfContacts: kind.type !== 'PICKLIST',
    cells,
    settings: defaultSettings,
    memory: blankMemory,
    isLocked: false,
  };
}

async function plantAutomation(scene: KindScene, target: KindTarget): Promise<void> {
  const { stage, account, report, sheets } = scene;
  const { userId, connectionId } = account;
  const { automationId: id, sheetId, columnId: targetColumnId, from } = target;
  const source = from === 'report' ? report : (sheets[0] as KindSheet);
  const settings = drawKindSettings(scene, target);
  await stage.prisma.automation.create({
    data: {
      ...{ id, userId, connectionId, name: 'Of a kind', sheetId, sheetName: 'Filled', targetColumnId },
      ...{ sourceSheetId: source.id, sourceSheetName: source.name, targetColumnName: 'Choice' },
      ...{ sourceColumnId: sourceColumn(scene, target), sourceColumnName: 'Source' },
    },
  });
  await applyKindSettings(scene, target, settings);
}
