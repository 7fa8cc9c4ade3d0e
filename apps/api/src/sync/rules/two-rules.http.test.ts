import { type RuleMatch, targetRefusals } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { openRuleScene } from '../../testing/rule-scene.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();
const { scene, look } = await openRuleScene({ app, sandbox });

/** A rule over a folder with one sheet, and one over the workspace that the folder lies in. */
async function twoRules() {
  const opened = await scene('Pitch');
  const { workspaceId, folderId, ids, send, makeRule } = opened;
  const ofFolder = await makeRule();
  await look(ofFolder);
  const place = { placeKind: 'workspace', placeId: workspaceId, includesSubfolders: true };
  const ofWorkspace = await makeRule(place);
  await look(ofWorkspace);
  const told = async (id: string) => {
    const [match] = await send<RuleMatch[]>('GET', `/api/rules/${id}/matches`);
    return match && [match.state, match.message];
  };
  const move = (to: object | null) =>
    sandbox.call('PUT', `/api/console/sheets/${ids.Pitch}/place`, { body: { place: to } });
  const workspace = { workspaceId: Number(workspaceId) };
  const folder = { ...workspace, folderId: Number(folderId) };
  return { ...opened, ofFolder, ofWorkspace, told, move, workspace, folder };
}

test('the first of two rules over one dropdown fills it, and the other takes it up when that lets it go', async () => {
  const { ofFolder, ofWorkspace, told, move, workspace, automations } = await twoRules();
  expect(await told(ofFolder)).toEqual(['follows', null]);
  expect(await told(ofWorkspace)).toEqual(['taken', targetRefusals.taken]);
  await move(workspace);
  for (const id of [ofFolder, ofWorkspace, ofFolder, ofWorkspace]) await look(id);
  expect(await told(ofFolder)).toEqual(['gone', 'It is no longer where the rule looks.']);
  expect(await told(ofWorkspace)).toEqual(['follows', null]);
  expect((await automations()).map(({ isActive }) => isActive).toSorted()).toEqual([false, true]);
});

test('a sheet that is back says that another rule fills its dropdown, and goes on when that lets it go', async () => {
  const { ofFolder, ofWorkspace, told, move, workspace, folder, act } = await twoRules();
  await move(workspace);
  for (const id of [ofFolder, ofFolder, ofWorkspace]) await look(id);
  await move(folder);
  await look(ofFolder);
  expect(await told(ofFolder)).toEqual(['gone', targetRefusals.taken]);
  await act(ofWorkspace, 'Pitch', 'exclude');
  await look(ofFolder);
  expect(await told(ofFolder)).toEqual(['follows', null]);
});

test('a sheet that is back says that the plan has no room, and where it lies when it has left again', async () => {
  const { ofFolder, told, move, workspace, folder, fillPlan, send, ofWorkspace } = await twoRules();
  await send('DELETE', `/api/rules/${ofWorkspace}?automations=delete`);
  await move(workspace);
  await look(ofFolder);
  await look(ofFolder);
  await fillPlan(100);
  await move(folder);
  await look(ofFolder);
  expect(await told(ofFolder)).toEqual(['gone', '100 of 100 are used. It goes on when one becomes free.']);
  await move(workspace);
  await look(ofFolder);
  expect(await told(ofFolder)).toEqual(['gone', 'It is no longer where the rule looks.']);
});
