import { AppError, type endpoints, type Parsed } from '@picksync/contracts';
import type { Prisma, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { canBeOff } from './every-plan.ts';

type Body = Parsed<typeof endpoints.adminBilling.editPlan>['body'];

/**
 * Changes a plan for everybody: its limit and words at once, its price for new subscriptions. Throws `not_found`, and
 * `validation_failed` for the name of another plan and for a price that the plan's tier forbids: Free costs nothing, the
 * others something.
 */
export async function editPlan(
  context: Context,
  { id, body, adminId, network }: { id: number; body: Body; adminId: string; network: string },
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
    const entry = { userId: null, actorId: adminId, network, details: { name }, at: context.now() };
    const { isActive = plan.isActive, ...rest } = body;
    const isSwitched = isActive !== plan.isActive;
    if (isSwitched) {
      await recordAudit(tx, { ...entry, action: isActive ? 'plan_switched_on' : 'plan_switched_off' });
    }
    if (!isSwitched || Object.keys(rest).length > 0) {
      await recordAudit(tx, { ...entry, action: 'plan_edited' });
      return { message: `${name} is changed.` };
    }
    return { message: isActive ? `${name} is offered again.` : `${name} is no longer offered.` };
  });
  context.offeredPlans.forget();
  return edited;
}

/** Plans are told apart by their names. Call it before they are written: two who choose the same one wait for each other. */
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
