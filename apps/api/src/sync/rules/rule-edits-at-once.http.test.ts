import { randomUUID } from 'node:crypto';
import { makeSheet } from '@picksync/sync-engine/testing';
import { afterEach, expect, test } from 'vitest';
import { openRuleScene } from '../../testing/rule-scene.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();
const { scene, call, setFaults, token } = await openRuleScene({ app, sandbox });
afterEach(() => setFaults({}));

test('a source and an option of a rule that are chosen at the same time are both kept', async () => {
  const { send, makeRule } = await scene('One');
  const id = await makeRule();
  const other = await makeSheet({ call }, { token, name: `Other ${randomUUID()}`, rows: [['Alder']] });
  await setFaults({ hold: 'before', sheets: [other.id] });
  const source = { sourceSheetId: other.id, sourceColumnId: other.columns.Name };
  const held = send('PATCH', `/api/rules/${id}`, source);
  await expect
    .poll(async () => (await sandbox.call<unknown[]>('GET', '/api/held')).length)
    .toBeGreaterThan(0);
  await send('PATCH', `/api/rules/${id}`, { mode: 'add_only' });
  await setFaults({});
  await held;
  expect(await app.db.rule.findUniqueOrThrow({ where: { id } })).toMatchObject({
    ...source,
    sourceSheetName: other.name,
    settings: { mode: 'add_only' },
  });
});
