import { AppError, type endpoints, type Parsed } from '@picksync/contracts';
import type { Database, Prisma } from '@picksync/db';
import { recordAudit } from '../audit/record-audit.ts';

type Body = Parsed<typeof endpoints.adminBilling.editPlan>['body'];

export type EditPlanDeps = { db: Database['prisma']; now: () => Date };

/**
 * Changes a plan for everybody: its limit and words at once, its price for whoever subscribes from now on. Throws
 * `not_found`, and `validation_failed` for what the plans' ids stand for: Free costs nothing, the others something.
 */
export async function editPlan(
  { id, body, adminId, network }: { id: number; body: Body; adminId: string; network: string },
  { db, now }: EditPlanDeps,
): Promise<{ message: string }> {
  return db.$transaction(async (tx) => {
    const plan = await tx.plan.findUnique({ where: { id }, select: { tier: true, price: true } });
    if (!plan) throw new AppError('not_found', { message: 'There is no such plan.' });
    assertPrice(plan.tier, body.price);
    const { name } = await tx.plan.update({ where: { id }, data: changesOf(body, plan.price.toNumber()) });
    const entry = { userId: null, actorId: adminId, network, details: { name }, at: now() };
    await recordAudit(tx, { ...entry, action: 'plan_edited' });
    return { message: `${name} is changed.` };
  });
}

function assertPrice(tier: string, price: number | undefined): void {
  if (price === undefined || (tier === 'free') === (price === 0)) return;
  const message = tier === 'free' ? 'Free costs nothing' : 'A paid plan costs something';
  throw new AppError('validation_failed', { errors: { price: message } });
}

function changesOf({ maxConfigurations, ...body }: Body, priceBefore: number): Prisma.PlanUpdateInput {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  // The provider's plan has the old price; the next checkout makes another one.
  const isNewPrice = body.price !== undefined && body.price !== priceBefore;
  return {
    ...given,
    ...(maxConfigurations !== undefined && { configsLimit: maxConfigurations }),
    ...(isNewPrice && { paypalPlanId: null }),
  };
}
