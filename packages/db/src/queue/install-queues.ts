import { PgBoss } from 'pg-boss';
import { toConnection } from '../hosts.ts';
import { deadLetters, getDefinition, isScheduled, type QueueName, queueNames } from './catalog.ts';

export const queueSchema = 'pgboss';

/** Installs or updates pg-boss and makes its queues and schedules what the catalogue says. May be run again and again. */
export async function installQueues({ url }: { url: string }): Promise<void> {
  const once = { max: 1, supervise: false, schedule: false };
  const boss = new PgBoss({ ...toConnection(url), schema: queueSchema, ...once });
  const problems: Error[] = [];
  boss.on('error', (error: Error) => problems.push(error));
  await boss.start();
  try {
    await boss.createQueue(deadLetters, { retentionSeconds: 90 * 24 * 60 * 60 });
    for (const name of queueNames) await installQueue(boss, name);
    await indexRunningJobs(boss);
    const [problem] = problems;
    if (problem) throw problem;
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function installQueue(boss: PgBoss, name: QueueName): Promise<void> {
  const { policy, deadLetter, ...settings } = bossOptions(name);
  await boss.createQueue(name, { policy, ...settings });
  // `createQueue` changes nothing in a queue that exists, so its settings are updated here.
  await boss.updateQueue(name, { ...settings, deadLetter });
  const { cron } = getDefinition(name);
  if (cron) await boss.schedule(name, cron, {}, { tz: 'UTC' });
  else await boss.unschedule(name);
}

/**
 * Those that run are few among all that are kept. Without the index, each look for overdue ones reads every job of the
 * last day. It is not made CONCURRENTLY: that waits for every older statement, such as that of another process which waits
 * for this one to have migrated.
 */
async function indexRunningJobs(boss: PgBoss): Promise<void> {
  const db = boss.getDb();
  const { rows } = await db.executeSql(`SELECT to_regclass('${queueSchema}.picksync_running_jobs') AS found`);
  if (rows[0].found !== null) return;
  await db.executeSql(
    `CREATE INDEX IF NOT EXISTS picksync_running_jobs ON ${queueSchema}.job_common (name) WHERE state = 'active'`,
  );
}

function bossOptions(name: QueueName) {
  const { options } = getDefinition(name);
  return {
    policy: options.policy,
    retryLimit: options.retryLimit,
    retryDelay: options.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: options.retryDelayMaxSeconds,
    expireInSeconds: options.expireInSeconds,
    heartbeatSeconds: options.heartbeatSeconds,
    retentionSeconds: options.retentionSeconds,
    deleteAfterSeconds: options.deleteAfterSeconds,
    // Nobody has to look at a job that failed where the next one comes by schedule.
    deadLetter: isScheduled(name) ? null : deadLetters,
    notify: true,
  };
}
