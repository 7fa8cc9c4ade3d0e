import type { Query } from '../listener.ts';

export type DueQueues = {
  /** Queues in which a job may begin. */
  due: string[];
  /** Whether a job runs, or may begin soon. */
  isBusy: boolean;
  /** Whether a running job has gone on for too long, or nothing was heard of its worker. */
  isOverdue: boolean;
};

type Options = {
  query: Query;
  schema: string;
  /** The queues to look into. */
  names: readonly string[];
  /** Where to announce those that are due; nowhere when not given. */
  channel?: string;
  soonSeconds: number;
};

/** Looks into many queues at once, by indexes alone. Announces those that are due, as the queue does with a new job. */
export async function findDue({ query, schema, names, channel, soonSeconds }: Options): Promise<DueQueues> {
  const waits = `SELECT FROM ${schema}.job AS j
    WHERE j.name = queue.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= clock_timestamp()`;
  const [row] = await query<DueQueues>(
    `WITH waiting AS MATERIALIZED (
       SELECT name, EXISTS (${waits}) AS is_due, EXISTS (${waits} + make_interval(secs => $3::float8)) AS is_near
       FROM unnest($1::text[]) AS queue (name)
     ), told AS MATERIALIZED (SELECT pg_notify($2::text, name) FROM waiting WHERE is_due AND $2::text IS NOT NULL)
     SELECT ARRAY(SELECT name FROM waiting WHERE is_due) AS due,
       EXISTS (SELECT FROM waiting WHERE is_near) OR EXISTS (SELECT FROM ${schema}.job WHERE state = 'active') AS "isBusy",
       EXISTS (
         SELECT FROM ${schema}.job WHERE state = 'active'
           AND (heartbeat_on + heartbeat_seconds * interval '1s' < clock_timestamp()
             OR started_on + expire_seconds * interval '1s' < clock_timestamp())
       ) AS "isOverdue"
     FROM (SELECT count(*) FROM told) AS announced`,
    [names, channel ?? null, soonSeconds],
  );
  if (!row) throw new Error('The look for jobs that are due returned nothing');
  return row;
}
