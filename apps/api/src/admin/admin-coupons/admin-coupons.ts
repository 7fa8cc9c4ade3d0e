import { AppError, type endpoints, type Parsed, type Reply } from '@picksync/contracts';
import type { Coupon, Db, Prisma } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import { recordAudit } from '../../base/record-audit.ts';
import {
  findCoupons,
  findPaidPlanIds,
  insertCoupon,
  lockCoupon,
  updateCoupon,
} from './admin-coupons.store.ts';

type Calls = typeof endpoints.adminCoupons;
type View = Reply<Calls['list']>[number];
type Changed = Reply<Calls['create']>;

/** The administrator, and their network. */
type Admin = { adminId: string; network: string };

/** Returns one page of the coupons, newest first. */
export async function listCoupons(context: Context, { cursor, limit }: Parsed<Calls['list']>['query']) {
  const rows = await findCoupons(context.db, { below: parseCursor(cursor), limit });
  const page = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  const at = context.now();
  return { ...page, items: page.items.map((coupon) => toView(coupon, at)) };
}

/** Creates a coupon. Throws `validation_failed` for a code that exists, an end that is past, or plans that cost nothing. */
export async function createCoupon(
  context: Context,
  { adminId, network, ...body }: Parsed<Calls['create']>['body'] & Admin,
): Promise<Changed> {
  const at = context.now();
  await assertTerms(body, context.db, at);
  return context.db.$transaction(async (tx) => {
    const { expiryDate, ...rest } = body;
    const data = { ...rest, id: context.newId(), expiryDate: parseDate(expiryDate), createdAt: at };
    const coupon = await insertCoupon(tx, data);
    if (!coupon) throw invalid({ code: 'This code exists already' });
    const details = { name: coupon.code };
    await recordAudit(tx, { userId: null, actorId: adminId, action: 'coupon_created', network, details, at });
    return { message: `${coupon.code} is ready.`, coupon: toView(coupon, at) };
  });
}

/** Changes how long, how often and for what a coupon counts. Throws `not_found` and `validation_failed`. */
export async function editCoupon(
  context: Context,
  { id, adminId, network, ...body }: Parsed<Calls['edit']>['body'] & Admin & { id: string },
): Promise<Changed> {
  const at = context.now();
  await assertTerms(body, context.db, at);
  return context.db.$transaction(async (tx) => {
    const before = await lockCoupon(tx, id);
    if (!before) throw new AppError('not_found', { message: 'There is no such coupon.' });
    if (body.maxUses != null && body.maxUses < before.currentUses)
      throw invalid({ maxUses: `It has been used ${before.currentUses} times already` });
    const coupon = await updateCoupon(tx, { id, data: toChanges(body) });
    const details = { name: coupon.code };
    await recordAudit(tx, { userId: null, actorId: adminId, action: 'coupon_changed', network, details, at });
    return { message: `${coupon.code} is changed.`, coupon: toView(coupon, at) };
  });
}

/** Ends a coupon: nobody can apply it any more. Throws `not_found`. */
export async function endCoupon(
  context: Context,
  { id, adminId, network }: Admin & { id: string },
): Promise<{ message: string }> {
  return context.db.$transaction(async (tx) => {
    const before = await lockCoupon(tx, id);
    if (!before) throw new AppError('not_found', { message: 'There is no such coupon.' });
    if (!before.isActive) return { message: `${before.code} has ended already.` };
    await updateCoupon(tx, { id, data: { isActive: false } });
    const entry = {
      userId: null,
      actorId: adminId,
      network,
      details: { name: before.code },
      at: context.now(),
    };
    await recordAudit(tx, { ...entry, action: 'coupon_ended' });
    return { message: `${before.code} has ended.` };
  });
}

type Terms = { validForPlanIds?: number[] | undefined; expiryDate?: string | null | undefined };

async function assertTerms({ validForPlanIds = [], expiryDate }: Terms, db: Db, at: Date): Promise<void> {
  if (expiryDate && new Date(expiryDate) <= at)
    throw invalid({ expiryDate: 'Please choose a day in the future' });
  const wanted = [...new Set(validForPlanIds)];
  const paid = await findPaidPlanIds(db, wanted);
  if (paid.length < wanted.length)
    throw invalid({ validForPlanIds: 'Please choose plans that cost something' });
}

function invalid(errors: Record<string, string>): AppError {
  return new AppError('validation_failed', { errors });
}

function parseDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

function toChanges({
  expiryDate,
  ...rest
}: Parsed<Calls['edit']>['body']): Prisma.CouponUncheckedUpdateInput {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { ...given, ...(expiryDate !== undefined && { expiryDate: parseDate(expiryDate) }) };
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
