import { receiptGaps } from './figure-sql.ts';
import type { PrismaClient } from './generated/client.ts';
import { isScheduled, queueNames } from './queue/catalog.ts';
import { countSealedSecrets } from './reseal-secrets.ts';

/** Returns the queues whose jobs are made by schedule. */
export function scheduledQueues(): string[] {
  return queueNames.filter(isScheduled);
}

type Counted<Labels> = Labels & { count: number };

export type ProductFigures = {
  overdueSweeps: number;
  connections: Counted<{ status: string; region: string }>[];
  automations: Record<'active' | 'paused_user' | 'paused_system' | 'failing' | 'review', number>;
  webhooks: Counted<{ status: string }>[];
  outgoingDue: number;
  receiptGaps: number;
  sealed: { keyId: string; secrets: number }[];
};

/** Returns what the product has, by its states. It counts all rows of some tables: for once a minute. */
export async function readProductFigures(db: PrismaClient): Promise<ProductFigures> {
  const connections = await db.$queryRaw<ProductFigures['connections']>`
    SELECT status::text, region::text, count(*)::int AS count FROM smartsheet_connections
    WHERE status <> 'disconnected' GROUP BY 1, 2`;
  const webhooks = await db.$queryRaw<ProductFigures['webhooks']>`
    SELECT status::text, count(*)::int AS count FROM smartsheet_webhooks GROUP BY 1`;
  const [row] = await db.$queryRaw<
    (ProductFigures['automations'] & Pick<ProductFigures, 'overdueSweeps' | 'outgoingDue' | 'receiptGaps'>)[]
  >`
    SELECT count(*) FILTER (WHERE is_active)::int AS active,
      count(*) FILTER (WHERE NOT is_active AND paused_by IS DISTINCT FROM 'system')::int AS paused_user,
      count(*) FILTER (WHERE NOT is_active AND paused_by = 'system')::int AS paused_system,
      count(*) FILTER (WHERE is_active AND failing_since IS NOT NULL)::int AS failing,
      count(*) FILTER (WHERE is_active AND review IS NOT NULL)::int AS review,
      (SELECT count(*)::int FROM smartsheet_connections c WHERE c.status = 'connected'
        AND c.next_sweep_at < clock_timestamp() - interval '5 minutes'
        AND (c.parked_until IS NULL OR c.parked_until <= clock_timestamp())
        AND (c.retrying_since IS NULL OR c.sync_state = 'idle')) AS "overdueSweeps",
      (SELECT count(*)::int FROM webhook_deliveries
        WHERE state = 'pending' AND next_attempt_at <= clock_timestamp()) AS "outgoingDue",
      ${receiptGaps} AS "receiptGaps"
    FROM automations`;
  if (!row) throw new Error('A count of rows returned none');
  const { overdueSweeps, outgoingDue, receiptGaps: gaps, ...automations } = row;
  return {
    overdueSweeps,
    outgoingDue,
    receiptGaps: gaps,
    automations,
    connections,
    webhooks,
    sealed: await countSealedSecrets(db),
  };
}
