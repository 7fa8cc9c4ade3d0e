import type { Context } from '../../base/context.ts';
import { type NextPrice, readNextPrice } from '../checkouts/read-next-price.ts';
import { findPlanNews, type PlanNews } from './plan-news.store.ts';

/** The facts for a mail that asks for a payment: `priceCents` is the regular price, `dueCents` what is charged. */
export type DueNews = Omit<PlanNews, 'next'> & NextPrice & { next: NextDue | null };

export type NextDue = NonNullable<PlanNews['next']> & NextPrice;

/** Reads the state of a subscription with what its next period costs; null when it is gone. */
export async function findDueNews(context: Context, key: { batchId: string }): Promise<DueNews | null> {
  const news = await findPlanNews(context, key);
  if (!news) return null;
  const { userId, currency, next } = news;
  const now = context.now();
  const toDue = async <T extends Pick<PlanNews, 'planId' | 'provider' | 'priceCents'>>(plan: T) => ({
    ...plan,
    ...(await readNextPrice(context, { ...plan, userId, currency }, now)),
  });
  return { ...(await toDue(news)), next: next && (await toDue(next)) };
}
