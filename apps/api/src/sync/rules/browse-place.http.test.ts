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
