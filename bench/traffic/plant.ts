import { type PlantedAccount, plantAccounts } from '../stage/accounts.ts';
import { type PlantedWebhook, plantWebhooksFor } from '../stage/callbacks.ts';
import { logIn } from '../stage/login.ts';
import type { Stage } from '../stage/stage.ts';

export type Planted = { authToken: string; accounts: PlantedAccount[]; webhooks: PlantedWebhook[] };

/** Plants accounts with a webhook each, the first of which belongs to the user who is signed in. */
export async function plantTraffic(stage: Stage, front: { url: string }, count: number): Promise<Planted> {
  const { prisma } = stage;
  const accounts = await plantAccounts(stage, { accounts: count, sources: 1, targets: 1 });
  const webhooks = await plantWebhooksFor(stage, accounts);
  const { userId, authToken } = await logIn(stage, front);
  const connectionId = accounts[0]?.connectionId ?? '';
  const plan = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
  await prisma.user.update({ where: { id: userId }, data: plan });
  await prisma.smartsheetConnection.update({ where: { id: connectionId }, data: { userId } });
  await prisma.automation.updateMany({ where: { connectionId }, data: { userId } });
  return { authToken, accounts, webhooks };
}
