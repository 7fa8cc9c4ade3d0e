import { readOptions } from '../../stage/sandbox-view.ts';
import type { Trouble } from '../troubles.ts';
import { editByHand } from './restore-acts.ts';
import type { KeptTarget, RestoreScene } from './restore-model.ts';

/** What people do to dropdowns and their sheets while a run or a restore is under way. `edited`: whose lists may be edited. */
export function middleTroubles(
  scene: RestoreScene,
  targets: readonly KeptTarget[],
  edited: readonly KeptTarget[] = targets,
): Trouble[] {
  // What is kept or asked about depends on the moment of an edit; what is put back does not.
  const firm = edited.filter(({ settings: { drift, ignoreCase } }) => drift === 'put_back' && !ignoreCase);
  return [
    { weight: 12, name: 'a right is taken away', make: () => takeRight(scene, scene.random.pick(targets)) },
    ...(firm.length > 0
      ? [
          {
            weight: 12,
            name: 'a list is edited in the middle',
            make: () => editMeanwhile(scene, scene.random.pick(firm)),
          },
        ]
      : []),
  ];
}

/** Whether options stay in a list although the source lacks them: an edit may end that, or give them another order. */
export function hasStaying({ memory: { kept, leaving, heldFor } }: KeptTarget): boolean {
  return kept.length + leaving.length > 0 || heldFor !== null;
}

/** The owner of a sheet takes the right to change it away, or the sheet from sight. */
async function takeRight(scene: RestoreScene, target: KeptTarget): Promise<void> {
  const access = scene.random.pick([null, 'VIEWER', 'EDITOR']);
  scene.barred.push(target);
  await setAccess(scene, target, access);
}

export async function giveRightsBack(scene: RestoreScene): Promise<void> {
  for (const target of scene.barred.splice(0)) await setAccess(scene, target, 'ADMIN');
}

async function setAccess(
  { stage, account }: RestoreScene,
  { sheetId }: KeptTarget,
  access: string | null,
): Promise<void> {
  await stage.sandbox.call('PUT', '/api/shares', { sheetId, account: account.email, access });
}

async function editMeanwhile(scene: RestoreScene, target: KeptTarget): Promise<void> {
  // A run that is under way may have written already.
  const expected = target.list;
  target.list = await readOptions(scene.stage.sandbox, target);
  await editByHand(scene, target);
  scene.editedMeanwhile.set(target, target.list);
  target.list = expected;
}
