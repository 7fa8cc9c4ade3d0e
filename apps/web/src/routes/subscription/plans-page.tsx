import { PlansSection } from '../../features/subscription/plans/plans-section.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useCloseDialog } from '../../ui/use-close-dialog.ts';
import { AppShell } from '../shell/app-shell.tsx';

const CheckoutDialog = lazyPart(
  async () => (await import('../../features/subscription/checkout/checkout-dialog.tsx')).CheckoutDialog,
  { floats: true },
);

/** `checkout`: the plan that is being bought. */
export function PlansPage({ checkout }: { checkout: number | undefined }) {
  const close = useCloseDialog('/subscription');
  return (
    <AppShell>
      <div className="mx-auto grid w-full max-w-[1080px] grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <PlansSection checkout={checkout && <CheckoutDialog planId={checkout} onClose={close} />} />
      </div>
    </AppShell>
  );
}
