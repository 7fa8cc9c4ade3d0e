import { randomUUID } from 'node:crypto';
import { openAsk } from '../open-ask.ts';
import type { SoakScene } from '../people.ts';
import { plantOne } from '../plant-model.ts';
import type { Processes } from '../processes.ts';
import { shareWorkspace } from './folder-acts.ts';
import { makeSheetIn } from './place-acts.ts';
import type { RuleScene } from './rule-model.ts';

/** Automations that the plan allows, and for how many of them there is room beside those that only count. */
const planLimit = 100;
const room = 6;
const sheetsAtFirst = 5;

/** Plants a person with a source, and a workspace with folders and sheets, for a rule that is not made yet. */
export async function plantPlace(
  stage: SoakScene['stage'],
  { random, processes }: { random: SoakScene['random']; processes: Processes },
): Promise<RuleScene> {
  const { account, model } = await plantOne(stage, { targets: 0 });
  const { userId, connectionId } = account;
  await stage.prisma.automation.createMany({
    data: Array.from({ length: planLimit - room }, (_value, n) => ({
      ...{ userId, connectionId, name: 'Filler', isActive: false, pausedBy: 'user' as const },
      ...{ sourceSheetId: '1', sourceSheetName: 's', sourceColumnId: '2', sourceColumnName: 'c' },
      ...{ sheetId: `9${n}`, sheetName: 't', targetColumnId: `8${n}`, targetColumnName: 'c' },
    })),
  });
  const { email: colleague } = await stage.sandbox.account(`${randomUUID()}@example.com`);
  const { accessToken: ownerToken } = await stage.sandbox.token(colleague, { personal: true });
  type Made = { result: { id: number } };
  const create = async (path: string, name: string) =>
    String((await stage.sandbox.call<Made>('POST', `/2.0${path}`, { name }, ownerToken)).result.id);
  const workspaceId = await create('/workspaces', 'Delivery');
  const elsewhereId = await create('/workspaces', 'Finished');
  const inner = await create(`/workspaces/${workspaceId}/folders`, 'Projects');
  const innermost = await create(`/folders/${inner}/folders`, 'Archive');
  const scene: RuleScene = {
    ...{ stage, model, random, ownerToken },
    ask: await openAsk(stage, { userId, apiUrl: processes.apiUrl }),
    place: {
      ...{ workspaceId, elsewhereId, folders: { top: workspaceId, inner, innermost } },
      parents: { inner: 'top', innermost: 'inner' },
      shared: random.pick(['ADMIN', 'VIEWER', 'VIEWER'] as const),
      ...{ sheets: [], rules: [], automations: [], lists: new Map(), room, made: 0 },
    },
  };
  const { shared } = scene.place;
  await shareWorkspace(scene, { workspaceId, access: shared });
  await shareWorkspace(scene, { workspaceId: elsewhereId, access: shared });
  for (let n = 0; n < sheetsAtFirst; n += 1) await makeSheetIn(scene);
  return scene;
}
