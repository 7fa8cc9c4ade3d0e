import { deliveryDays } from '@picksync/contracts';
import { batch, type Removal, untilDone } from './tidy.store.ts';

type Before = Removal & { daysAgo: (days: number) => Date };

/** How long a key that opens nothing any more is kept, so that whoever still sends it is told why. */
const apiKeyDays = 90;

/** How long a request with an `Idempotency-Key` may be sent again. */
const idempotencyDays = 1;

/** Deletes what programs of our users have left behind. Returns how many rows went. */
export async function removeOldOfPrograms({ daysAgo, ...removal }: Before) {
  return {
    apiKeys: await removeOldApiKeys({ ...removal, before: daysAgo(apiKeyDays) }),
    webhookDeliveries: await removeOldDeliveries({ ...removal, before: daysAgo(deliveryDays) }),
    idempotencyKeys: await removeOldIdempotencyKeys({ ...removal, before: daysAgo(idempotencyDays) }),
  };
}

type Removing = Removal & { before: Date };

function removeOldApiKeys({ prisma, signal, before }: Removing): Promise<number> {
  return untilDone(
    signal,
    () => prisma.$executeRaw`DELETE FROM api_keys WHERE id IN (
      SELECT id FROM api_keys WHERE revoked_at < ${before} OR expires_at < ${before} LIMIT ${batch})`,
  );
}

function removeOldIdempotencyKeys({ prisma, signal, before }: Removing): Promise<number> {
  return untilDone(
    signal,
    () => prisma.$executeRaw`DELETE FROM idempotency_keys WHERE id IN (
      SELECT id FROM idempotency_keys WHERE created_at < ${before} LIMIT ${batch})`,
  );
}

function removeOldDeliveries({ prisma, signal, before }: Removing): Promise<number> {
  return untilDone(
    signal,
    () => prisma.$executeRaw`DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries WHERE created_at < ${before} LIMIT ${batch})`,
  );
}
