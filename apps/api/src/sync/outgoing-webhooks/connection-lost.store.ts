import { type Automation, billingFields, type Prisma, type Tx } from '@picksync/db';

/** Returns the active webhooks of users that want an event, with the plans that decide whether they get it. */
export async function findWebhooksToTell(tx: Tx, { userIds, event }: { userIds: string[]; event: string }) {
  const rows = await tx.outgoingWebhook.findMany({
    where: { userId: { in: userIds }, isActive: true, events: { has: event } },
    select: {
      id: true,
      userId: true,
      user: {
        select: {
          ...billingFields,
          connection: { select: { statusReason: true } },
        },
      },
    },
  });
  return rows.map(({ id, userId, user: { connection, subscriptionTier: tier, ...user } }) => ({
    id,
    userId,
    connection,
    billingStatus: { ...user, tier },
  }));
}

/** Returns the active automations of a user. There are no more than a plan allows. */
export function findActiveAutomations(tx: Tx, userId: string): Promise<Automation[]> {
  return tx.automation.findMany({ where: { userId, isActive: true }, orderBy: { id: 'asc' } });
}

export async function insertDeliveries(tx: Tx, data: Prisma.WebhookDeliveryCreateManyInput[]): Promise<void> {
  await tx.webhookDelivery.createMany({ data });
}
