import { Navigate, useLocation, useParams, useSearch } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.tsx';
import { PlansPage } from './plans-page.tsx';

const ReturnPage = lazyPage(async () => (await import('./return-page.tsx')).ReturnPage);
const ReceiptPage = lazyPage<{ number: string }>(
  async () => (await import('../../features/subscription/receipts/receipt-section.tsx')).ReceiptSection,
);

const returnAddresses: Record<string, '/subscription/success' | '/subscription/cancel'> = {
  success: '/subscription/success',
  cancelled: '/subscription/cancel',
};

/** The plans, what comes after paying, and receipts: one file for the first page, one for each of the others. */
export function SubscriptionPages() {
  const { pathname, searchStr } = useLocation();
  const { number } = useParams({ strict: false });
  const { status, checkout }: Record<string, unknown> = useSearch({ strict: false });
  if (number) return <ReceiptPage number={number} />;
  if (pathname === '/subscription/success' || pathname === '/subscription/cancel') return <ReturnPage />;
  // PayPal's own form of return address.
  const returnedTo = returnAddresses[String(status)];
  if (returnedTo) return <Navigate to={returnedTo} href={`${returnedTo}${searchStr}`} replace />;
  return <PlansPage checkout={Number(checkout) || undefined} />;
}
