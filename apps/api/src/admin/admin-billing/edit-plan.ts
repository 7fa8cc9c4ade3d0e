import { AppError, type endpoints, type Parsed, plans, type Reply } from '@picksync/contracts';
import type { Prisma, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { findEveryPlan } from '../../billing/plans/plans.store.ts';
import { toView } from '../../billing/plans/plans.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';

type Body = Parsed<typeof endpoints.adminBilling.editPlan>['body'];

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
 * others something.
 */
export async function editPlan(
  context: Context,
  by: Admin,
  { id, body }: { id: number; body: Body },
): Promise<{ message: string }> {
  const edited = await context.db.$transaction(async (tx) => {
    const plan = await tx.plan.findUnique({
      where: { id },
      select: { tier: true, price: true, isActive: true },
    });
    if (!plan) throw new AppError('not_found', { message: 'There is no such plan.' });
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

/** Throws when another plan has the name. Call it before writing: the table's lock lets one edit of a name in at a time. */
async function assertOwnName(tx: Tx, { id, name }: { id: number; name: string | undefined }): Promise<void> {
  if (name === undefined) return;
  await tx.$executeRaw`LOCK TABLE plans IN SHARE ROW EXCLUSIVE MODE`;
  const others = await tx.plan.findMany({ where: { id: { not: id } }, select: { name: true } });
  const isTaken = others.some((other) => other.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw new AppError('validation_failed', { errors: { name: 'Another plan has this name' } });
}

function assertPrice(tier: string, price: number | undefined): void {
  if (price === undefined || (tier === 'free') === (price === 0)) return;
  const message = tier === 'free' ? 'Free costs nothing' : 'A paid plan costs something';
  throw new AppError('validation_failed', { errors: { price: message } });
}

function toChanges({ maxConfigurations, ...body }: Body, priceBefore: number): Prisma.PlanUpdateInput {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  // The provider's plan has the old price; the next checkout makes another one.
  const isNewPrice = body.price !== undefined && body.price !== priceBefore;
  return {
    ...given,
    ...(maxConfigurations !== undefined && { configsLimit: maxConfigurations }),
    ...(isNewPrice && { paypalPlanId: null, paypalDiscountPlanId: null }),
  };
}
