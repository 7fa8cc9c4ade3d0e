import { markAccount } from '../stage/work.ts';
import { letTimePass } from './let-time-pass.ts';
import type { SoakScene } from './people.ts';
import { retryForAMinute } from './retry-for-a-minute.ts';
import { settle } from './settle.ts';

type Scene = SoakScene & { account: { connectionId: string } };

/** Asks for a sync of these automations. That somebody has rewritten their lists is forgotten, so that none counts as contested. */
export async function syncTargets(
  { stage, account }: Scene,
  targets: readonly { automationId: string }[],
): Promise<void> {
  const { connectionId } = account;
  const where = { connectionId };
  await retryForAMinute(() => stage.prisma.automation.updateMany({ where, data: { outsideChanges: [] } }));
  const automationIds = targets.map(({ automationId }) => automationId);
  if (automationIds.length > 0)
    await retryForAMinute(() => markAccount(stage, { connectionId, automationIds }));
}

/** For a minute a run takes what it finds in a list whose write got no answer for nobody's edit. */
export async function untilWritesHaveArrived(
  scene: Scene,
  targets: readonly { automationId: string }[],
): Promise<void> {
  const { stage, account } = scene;
  const where = { connectionId: account.connectionId, lookAgainAt: { not: null } };
  for (let tries = 0; tries < 20; tries += 1) {
    if ((await retryForAMinute(() => stage.prisma.automation.count({ where }))) === 0) return;
    await letTimePass(stage, 2);
    await syncTargets(scene, targets);
    await settle(scene);
  }
}
