import { Prisma } from './generated/client.ts';

// What the status page, the metrics and the page of administrators count alike.

/**
 * When the connection `c` was checked last. What waits for Smartsheet, or was connected a moment ago, is not late by us. In the
 * future for a connection that is parked.
 */
export const connectionCheckedAt = Prisma.sql`greatest(coalesce(c.last_swept_at, c.created_at), c.status_changed_at, c.parked_until)`;

/** Whether the connection `c` was not checked for half an hour, though Smartsheet answers. */
export const isCheckedLate = Prisma.sql`(c.status = 'connected' AND c.retrying_since IS NULL
  AND ${connectionCheckedAt} < clock_timestamp() - interval '30 minutes')`;

/** Whether a row of `pgboss.job` is a mail that the provider has not taken within five minutes. */
export const isHeldMail = Prisma.sql`(name = 'send-mail' AND state IN ('created', 'retry', 'active')
  AND created_on < clock_timestamp() - interval '5 minutes'
  AND (retry_count > 0 OR start_after < clock_timestamp() - interval '5 minutes'))`;

/** How many receipt numbers were given out and have no receipt, or the other way round. */
export const receiptGaps = Prisma.sql`(SELECT coalesce(sum(abs(last - issued)), 0)::int
  FROM (SELECT last, (SELECT count(*) FROM receipts WHERE number LIKE year || '-%') AS issued
    FROM receipt_counters) AS years)`;
