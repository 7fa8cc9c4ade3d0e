import { Navigate, useMatch, useParams, useSearch } from '@tanstack/react-router';
import { PlansSection } from '../../features/subscription/plans/plans-section.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useCloseDialog } from '../../ui/use-close-dialog.ts';
import { lazyPage } from '../lazy-page.tsx';
import { AppShell } from '../shell/app-shell.tsx';

const CheckoutDialog = lazyPart(
  async () => (await import('../../features/subscription/checkout/checkout-dialog.tsx')).CheckoutDialog,
  { floats: true },
);

/** `checkout`: the plan that is being bought. */
function PlansPage({ checkout }: { checkout: number | undefined }) {
  const close = useCloseDialog('/subscription');
  return (
    <AppShell>
      <div className="mx-auto grid w-full max-w-[1080px] grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <PlansSection checkout={checkout && <CheckoutDialog planId={checkout} onClose={close} />} />
      </div>
    </AppShell>
  );
}

const ReturnPage = lazyPage<{ isPaid: boolean }>(async () => (await import('./return-page.tsx')).ReturnPage);
const ReceiptPage = lazyPage<{ number: string }>(
  async () => (await import('../../features/subscription/receipts/receipt-section.tsx')).ReceiptSection,
);

const returnAddresses: Record<string, '/subscription/success' | '/subscription/cancel'> = {
  success: '/subscription/success',
  cancelled: '/subscription/cancel',
};

/** Redirects PayPal's form of the return address to the page that it means, with its parameters. */
function Forward({ to, found }: { to: string; found: Record<string, unknown> }) {
  const { status: _named, ...kept } = found;
  const query = new URLSearchParams(Object.entries(kept).map(([name, value]) => [name, String(value)]));
  return <Navigate to="/" href={`${to}?${query}`} replace />;
}

/** The plans page, the return pages and the receipts. */
export function SubscriptionPages() {
  // The route of the shown page: the address is already that of the next one while it is loading.
  const { routeId: page } = useMatch({ strict: false });
  const { number } = useParams({ strict: false });
  const found: Record<string, unknown> = useSearch({ strict: false });
  if (number) return <ReceiptPage number={number} />;
  if (page !== '/subscription') return <ReturnPage isPaid={page === '/subscription/success'} />;
  const returnedTo = returnAddresses[String(found.status)];
  if (returnedTo) return <Forward to={returnedTo} found={found} />;
  return <PlansPage checkout={Number(found.checkout) || undefined} />;
}
