import { type SettingName, settingNames } from '@picksync/contracts';
import type { Automation, Db } from '@picksync/db';

const settings = Object.fromEntries(settingNames.map((name) => [name, true])) as Record<SettingName, true>;

/** An active automation with its settings. */
export type ActiveAutomation = Pick<Automation, 'id' | 'name' | 'settingsVersion' | SettingName>;

export type InUse = {
  /** The active automations, the newest first. */
  automations: ActiveAutomation[];
  /** API keys that are valid, and outgoing webhooks that are active. */
  apiKeys: number;
  outgoingWebhooks: number;
};

/** Reads what plans allow or do not, as far as a user has it. There are no more automations than a plan allows. */
export async function findInUse(db: Db, { userId, at }: { userId: string; at: Date }): Promise<InUse> {
  const [automations, apiKeys, outgoingWebhooks] = await Promise.all([
    db.automation.findMany({
      where: { userId, isActive: true },
      select: { id: true, name: true, settingsVersion: true, ...settings },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    }),
    db.apiKey.count({
      where: { userId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] },
    }),
    db.outgoingWebhook.count({ where: { userId, isActive: true } }),
  ]);
  return { automations, apiKeys, outgoingWebhooks };
}
