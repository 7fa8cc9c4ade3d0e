import { isDeepStrictEqual } from 'node:util';
import { AppError, type endpoints, type Parsed, type Reply } from '@picksync/contracts';
import { type Coupon, type Db, type Prisma, type Tx, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { belowPosition, parseCursor, toPage } from '../../base/cursor.ts';
import { pickGiven } from '../../base/pick-given.ts';
import { assertUnchanged } from '../assert-unchanged.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';

type Calls = typeof endpoints.adminCoupons;
type View = Reply<Calls['list']>[number];
type Changed = Reply<Calls['create']>;
type EditedTerms = Omit<Parsed<Calls['edit']>['body'], 'seen'>;

/** Returns one page of the coupons, newest first. */
export async function listCoupons(context: Context, { cursor, limit }: Parsed<Calls['list']>['query']) {
  const rows = await context.db.coupon.findMany({
    where: belowPosition(parseCursor(cursor), (createdAt) => ({ createdAt })),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const page = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  const at = context.now();
  return { ...page, items: page.items.map((coupon) => toView(coupon, at)) };
}

/** Creates a coupon. Throws `validation_failed` for a code that exists, an end that is past, or plans that cost nothing. */
export async function createCoupon(
  context: Context,
  by: Admin,
  body: Parsed<Calls['create']>['body'],
): Promise<Changed> {
  const at = context.now();
  await assertTerms(body, context.db, at);
  return transact(context.db, async (tx) => {
    const { expiryDate, ...rest } = body;
    const data = { ...rest, expiryDate: parseDate(expiryDate), createdAt: at };
    const [coupon] = await tx.coupon.createManyAndReturn({ data: [data], skipDuplicates: true });
    if (!coupon) throw invalid({ code: 'This code exists already' });
    await recordAdminAction(context, tx, { by, action: 'coupon_created', name: coupon.code });
    return { message: `${coupon.code} is ready.`, coupon: toView(coupon, at) };
  });
}

/**
 * Changes how long, how often and for what a coupon counts. Throws `not_found`, `validation_failed`, and `coupon_changed` where
 * a term is another than the one that was seen.
 */
export async function editCoupon(
  context: Context,
  by: Admin,
  { id, seen, ...body }: Parsed<Calls['edit']>['body'] & { id: string },
): Promise<Changed> {
  const at = context.now();
  await assertTerms(body, context.db, at);
  return transact(context.db, async (tx) => {
    const before = await findLocked(tx, id);
    const data = toChanges(body);
    if (seen) assertUnchanged(before, { seen: toChanges(seen), wanted: data, code: 'coupon_changed' });
    if (body.maxUses != null && body.maxUses < before.currentUses)
      throw invalid({ maxUses: `It has been used ${before.currentUses} times already` });
    if (isDeepStrictEqual({ ...before, ...data }, before))
      return { message: `${before.code} stays as it is.`, coupon: toView(before, at) };
    const coupon = await tx.coupon.update({ where: { id }, data });
    await recordAdminAction(context, tx, { by, action: 'coupon_changed', name: coupon.code });
    return { message: `${coupon.code} is changed.`, coupon: toView(coupon, at) };
  });
}

/** Ends a coupon: nobody can apply it any more. Throws `not_found`. */
export function endCoupon(context: Context, by: Admin, id: string): Promise<{ message: string }> {
  return transact(context.db, async (tx) => {
    const { isActive, code } = await findLocked(tx, id);
    if (!isActive) return { message: `${code} has ended already.` };
    await tx.coupon.update({ where: { id }, data: { isActive: false } });
    await recordAdminAction(context, tx, { by, action: 'coupon_ended', name: code });
    return { message: `${code} has ended.` };
  });
}

/** Locks a coupon until the transaction ends, so that nobody uses it meanwhile. Throws `not_found`. */
async function findLocked(tx: Tx, id: string): Promise<Coupon> {
  await tx.$executeRaw`SELECT 1 FROM coupons WHERE id = ${id}::uuid FOR UPDATE`;
  const coupon = await tx.coupon.findUnique({ where: { id } });
  if (!coupon) throw new AppError('not_found', { message: 'There is no such coupon.' });
  return coupon;
}

type Terms = { validForPlanIds?: number[] | undefined; expiryDate?: string | null | undefined };

async function assertTerms({ validForPlanIds = [], expiryDate }: Terms, db: Db, at: Date): Promise<void> {
  if (expiryDate && new Date(expiryDate) <= at)
    throw invalid({ expiryDate: 'Please choose a day in the future' });
  const wanted = [...new Set(validForPlanIds)];
  const paid = await db.plan.count({ where: { id: { in: wanted }, tier: { not: 'free' } } });
  if (paid < wanted.length) throw invalid({ validForPlanIds: 'Please choose plans that cost something' });
}

function invalid(errors: Record<string, string>): AppError {
  return new AppError('validation_failed', { errors });
}

function parseDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

function toChanges({ expiryDate, ...rest }: EditedTerms): Prisma.CouponUncheckedUpdateInput {
  return { ...pickGiven(rest), ...(expiryDate !== undefined && { expiryDate: parseDate(expiryDate) }) };
}

function getEndReason({ isActive, expiryDate, maxUses, currentUses }: Coupon, now: Date): View['ended'] {
  if (!isActive) return 'ended';
  if (expiryDate && expiryDate <= now) return 'expired';
  return maxUses !== null && currentUses >= maxUses ? 'used_up' : null;
}

function toView(coupon: Coupon, now: Date): View {
  const { id, code, discountType, discountPercent, discountAmount, validForPlanIds, maxUses } = coupon;
  return {
    id,
    code,
    discountType,
    discountPercent,
    discountAmount: discountAmount?.toNumber() ?? null,
    validForPlanIds,
    expiryDate: coupon.expiryDate?.toISOString() ?? null,
    maxUses,
    currentUses: coupon.currentUses,
    ended: getEndReason(coupon, now),
    createdAt: coupon.createdAt.toISOString(),
  };
}
