import { createRoute } from '@tanstack/react-router';
import { pageFor } from './page-for.tsx';
import { getSubscriptionPage, SubscriptionPages } from './pages.ts';
import { rootRoute } from './root.tsx';
import { loadPage } from './session.ts';

/** The plan of a checkout. Parameters that a payment provider adds to the address are kept. */
type SubscriptionSearch = { checkout?: number; plan_id?: number };

function subscriptionPage<P extends string>(path: P) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: (search: SubscriptionSearch) => search,
    loader: ({ context: { queryClient } }) =>
      loadPage({ queryClient, getPage: getSubscriptionPage, likely: SubscriptionPages }),
    component: pageFor(getSubscriptionPage),
  });
}

export const subscriptionRoutes = [
  subscriptionPage('/subscription'),
  subscriptionPage('/subscription/success'),
  subscriptionPage('/subscription/cancel'),
  subscriptionPage('/subscription/receipts/$number'),
] as const;
