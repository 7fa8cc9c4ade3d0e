import { expect, test } from 'vitest';
import { openRuleScene } from '../../testing/rule-scene.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();
const { scene, look } = await openRuleScene({ app, sandbox });

test('a folder that was renamed has its name after a look that somebody asks for, or that finds a new sheet', async () => {
  const { add, send, makeRule } = await scene('One');
  const id = await makeRule();
  await look(id);
  const where = { id };
  const read = () => app.db.rule.findUniqueOrThrow({ where });
  const setName = (placeName: string) => app.db.rule.update({ where, data: { placeName } });

  await setName('Its name before');
  await look(id);
  expect((await read()).placeName).toBe('Its name before');
  await send('POST', `/api/rules/${id}/look`);
  await look(id);
  expect((await read()).placeName).toBe('Client projects');

  await setName('Its name before');
  await add('Two');
  await look(id);
  const { placeName, userId } = await read();
  const entry = await app.db.activityLog.findFirst({
    where: { userId, details: { contains: ' is new in ' } },
  });
  expect(placeName).toBe('Client projects');
  expect(entry?.details).toMatch(/Two.* is new in .*Client projects.* was taken up/);
});

test('a workspace that was renamed has its name in the rule over its folder after a look that somebody asks for', async () => {
  const { send, makeRule, workspaceId, folderId } = await scene('One');
  const id = await makeRule({ workspaceId });
  await look(id);
  const ask = async () => {
    await send('POST', `/api/rules/${id}/look`);
    await look(id);
    return (await app.db.rule.findUniqueOrThrow({ where: { id } })).workspaceName;
  };
  const [where, data] = [{ id }, { workspaceName: 'Its name before' }];
  await app.db.rule.update({ where, data });
  expect(await ask()).toBe('Delivery');

  // Whoever has only the folder cannot read the workspace: what is known of it stays.
  await app.db.rule.update({ where, data: { ...data, workspaceId: '7' } });
  expect(await ask()).toBe('Its name before');

  await app.db.rule.update({ where, data: { ...data, workspaceId: null } });
  expect(await ask()).toBe('Its name before');
  const place = { placeKind: 'folder', placeId: folderId, workspaceId };
  await send('PATCH', `/api/rules/${id}`, place);
  expect(await ask()).toBe('Delivery');
});
