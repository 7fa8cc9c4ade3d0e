import {
  AppError,
  type endpoints,
  featuresWithLimit,
  type Parsed,
  plans,
  type Reply,
} from '@picksync/contracts';
import { type Plan, type Prisma, type Tx, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { pickGiven } from '../../base/pick-given.ts';
import { findEveryPlan } from '../../billing/plans/plans.store.ts';
import { toView } from '../../billing/plans/plans.ts';
import { assertUnchanged } from '../assert-unchanged.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';

type Body = Parsed<typeof endpoints.adminBilling.editPlan>['body'];
type Fields = Omit<Body, 'seen'>;

/** Returns every plan as administrators see it, also those that nobody can buy. */
export async function listEveryPlan({ db }: Context): Promise<Reply<typeof endpoints.adminBilling.plans>> {
  const rows = await findEveryPlan(db);
  return rows.map((row) => ({ ...toView(row, null), isActive: row.isActive, canBeOff: canBeOff(row.id) }));
}

/**
 * Returns whether a plan can be switched off: not the free plan, to which everybody falls back, nor Basic, whose
 * features a trial has.
 */
function canBeOff(planId: number): boolean {
  return planId !== plans.free.id && planId !== plans.basic.id;
}

/**
 * Changes a plan for everybody: its limit and words at once, its price for new subscriptions. Throws `not_found`, and
 * `validation_failed` for the name of another plan and for a price that the plan's tier forbids: Free costs nothing, the
 * others something; and `plan_changed` where a field is another than the one that was seen.
 */
export async function editPlan(
  context: Context,
  by: Admin,
  { id, body: { seen, ...body } }: { id: number; body: Body },
): Promise<{ message: string }> {
  const edited = await transact(context.db, async (tx) => {
    await lockPlans(tx);
    const plan = await tx.plan.findUnique({ where: { id } });
    if (!plan) throw new AppError('not_found', { message: 'There is no such plan.' });
    if (seen) assertAsSeen(plan, seen, body);
    assertPrice(plan.tier, body.price);
    if (body.isActive === false && !canBeOff(id)) {
      const message =
        'This plan cannot be switched off: everybody falls back to it, or a trial has its features.';
      throw new AppError('validation_failed', { errors: { isActive: message } });
    }
    await assertOwnName(tx, { id, name: body.name });
    const { name } = await tx.plan.update({ where: { id }, data: toChanges(body, plan.price.toNumber()) });
    const { isActive = plan.isActive, ...rest } = body;
    const isSwitched = isActive !== plan.isActive;
    if (isSwitched) {
      const action = isActive ? 'plan_switched_on' : 'plan_switched_off';
      await recordAdminAction(context, tx, { by, action, name });
    }
    if (!isSwitched || Object.keys(rest).length > 0) {
      await recordAdminAction(context, tx, { by, action: 'plan_edited', name });
      return { message: `${name} is changed.` };
    }
    return { message: isActive ? `${name} is offered again.` : `${name} is no longer offered.` };
  });
  context.offeredPlans.forget();
  return edited;
}

/** Locks the plans until the transaction ends: one edit at a time looks at the names, and at what was seen. */
async function lockPlans(tx: Tx): Promise<void> {
  await tx.$executeRaw`LOCK TABLE plans IN SHARE ROW EXCLUSIVE MODE`;
}

/** Throws `plan_changed` where a field of the plan is neither the one that was seen nor the one that is wanted. */
function assertAsSeen(plan: Plan, seen: Fields, wanted: Fields): void {
  const now = { ...toView(plan, null), isActive: plan.isActive };
  // A new limit is in the words of the features: whoever edits only these has seen the same ones.
  const withLimit = ({ features, ...rest }: Fields) => ({
    ...rest,
    ...(features && { features: featuresWithLimit(features, plan.configsLimit) }),
  });
  assertUnchanged(now, { seen: withLimit(seen), wanted: withLimit(wanted), code: 'plan_changed' });
}

/** Throws when another plan has the name. Call it with the plans locked. */
async function assertOwnName(tx: Tx, { id, name }: { id: number; name: string | undefined }): Promise<void> {
  if (name === undefined) return;
  const others = await tx.plan.findMany({ where: { id: { not: id } }, select: { name: true } });
  const isTaken = others.some((other) => other.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw new AppError('validation_failed', { errors: { name: 'Another plan has this name' } });
}

function assertPrice(tier: string, price: number | undefined): void {
  if (price === undefined || (tier === 'free') === (price === 0)) return;
  const message = tier === 'free' ? 'Free costs nothing' : 'A paid plan costs something';
  throw new AppError('validation_failed', { errors: { price: message } });
}

function toChanges({ maxConfigurations, ...body }: Fields, priceBefore: number): Prisma.PlanUpdateInput {
  // The provider's plan has the old price; the next checkout makes another one.
  const isNewPrice = body.price !== undefined && body.price !== priceBefore;
  return {
    ...pickGiven(body),
    ...(maxConfigurations !== undefined && { configsLimit: maxConfigurations }),
    ...(isNewPrice && { paypalPlanId: null, paypalDiscountPlanId: null }),
  };
}
