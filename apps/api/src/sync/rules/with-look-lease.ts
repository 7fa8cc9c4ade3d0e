import type { Rule } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';

/**
 * How long a look has its rule for itself without renewing that. A process that is gone, or stopped, is taken for dead after
 * three renewals that did not come: until then all rules of its user wait.
 */
const leaseSeconds = 30;
const renewEveryMs = 10_000;

/** When a look goes on that Smartsheet, the call budget or another look has stopped. */
const goesOnAfterSeconds = 20;

type Requested = {
  ruleId: string;
  /** Of its job: one that comes again may be that of a process which died in the middle of a look. */
  attempt?: number;
  signal: AbortSignal;
};

type Held = {
  rule: Rule;
  /** Aborted when the job was taken away, and when the look has lost its rule to another. */
  signal: AbortSignal;
};

/**
 * Calls `work`, which returns whether the look got to its end, while no other look has the rule. One that is requested meanwhile
 * follows. While another rule of the user is looked into, it waits: few looks run at a time.
 */
export async function withLookLease(
  context: Context,
  { signal, ...requested }: Requested,
  work: (held: Held) => Promise<boolean>,
): Promise<void> {
  const rule = await beginLook(context, requested);
  if (!rule) return;
  const lease = keepLease(context, rule);
  let isDone = true;
  try {
    isDone = await work({ rule, signal: AbortSignal.any([signal, lease.lost]) });
  } finally {
    await endLook(context, { rule, heldUntil: await lease.stop(), isDone });
  }
}

/** Begins a look, unless its rule or another one of its user has one. */
async function beginLook(
  { db, queue }: Context,
  { ruleId, attempt = 0 }: Omit<Requested, 'signal'>,
): Promise<Rule | null> {
  const owned = await db.rule.findUnique({ where: { id: ruleId }, select: { userId: true } });
  if (!owned) return null;
  const { userId } = owned;
  return db.$transaction(async (tx) => {
    if ((await lockUser(tx, userId)).isDisabled) return null;
    const held = await tx.$queryRaw<{ id: string; secondsLeft: number }[]>`
      SELECT id, ceil(extract(epoch FROM looking_until - clock_timestamp()))::int AS "secondsLeft" FROM rules
      WHERE user_id = ${userId}::uuid AND looking_until > clock_timestamp()`;
    const later = (delaySeconds: number) =>
      queue.send(tx, 'look-into-rule', { ruleId }, { key: ruleId, delaySeconds });
    const own = held.find(({ id }) => id === ruleId);
    if (own) {
      // A living look sends the next one itself when it ends.
      if (attempt > 0) await later(own.secondsLeft);
      return null;
    }
    if (held.length > 0) {
      await later(goesOnAfterSeconds);
      return null;
    }
    await tx.$executeRaw`
      UPDATE rules SET looking_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      WHERE id = ${ruleId}::uuid`;
    return tx.rule.findUnique({ where: { id: ruleId } });
  });
}

/** Renews the lease of a look again and again. */
function keepLease({ db, log }: Context, { id, lookingUntil }: Rule) {
  const lost = new AbortController();
  let heldUntil = lookingUntil;
  let renewing = Promise.resolve();
  const renew = async () => {
    const [renewed] = await db.$queryRaw<{ until: Date }[]>`
      UPDATE rules SET looking_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      WHERE id = ${id}::uuid AND looking_until = ${heldUntil}::timestamptz RETURNING looking_until AS until`;
    if (renewed) heldUntil = renewed.until;
    else lost.abort(new Error('Another look has begun, or the rule is gone'));
  };
  const timer = setInterval(() => {
    // A database that is away may be back before the lease is over.
    const warn = (err: unknown) => log.warn({ rule: id, err }, 'a look could not renew its lease');
    renewing = renewing.then(renew).catch(warn);
  }, renewEveryMs);

  return {
    lost: lost.signal,
    /** Returns until when the rule is held. */
    stop: async (): Promise<Date | null> => {
      clearInterval(timer);
      await renewing;
      return heldUntil;
    },
  };
}

/** Ends a look that still has its rule. One that was requested since it began follows, and so does one that did not get to its end. */
async function endLook(
  { db, queue }: Context,
  { rule, heldUntil, isDone }: { rule: Rule; heldUntil: Date | null; isDone: boolean },
): Promise<void> {
  const seen = rule.lookWantedAt;
  await db.$transaction(async (tx) => {
    const held = { id: rule.id, lookingUntil: heldUntil };
    const { count } = await tx.rule.updateMany({ where: held, data: { lookingUntil: null } });
    if (count === 0) return;
    const where = { id: rule.id, ...(seen ? { lookWantedAt: { lte: seen } } : { lookWantedAt: null }) };
    if (isDone) await tx.rule.updateMany({ where, data: { lookWantedAt: null } });
    const left = await tx.rule.findUnique({ where: { id: rule.id }, select: { lookWantedAt: true } });
    const isWanted = left !== null && (!isDone || left.lookWantedAt !== null);
    if (!isWanted) return;
    const delaySeconds = isDone ? 0 : goesOnAfterSeconds;
    await queue.send(tx, 'look-into-rule', { ruleId: rule.id }, { key: rule.id, delaySeconds });
  });
}
