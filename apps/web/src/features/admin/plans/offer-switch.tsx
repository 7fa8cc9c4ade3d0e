import { adminBillingEndpoints } from '@picksync/contracts';
import { Switch } from '@picksync/ui/switch.tsx';
import type { AdminPlan } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { useRefreshPlan } from '../../../api/subscription.queries.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { useAdminAction } from '../use-admin-action.ts';

/** Whether a plan can be bought. */
export function OfferSwitch({ plan }: { plan: AdminPlan }) {
  const { id, name, isActive, canBeOff } = plan;
  const refreshPlan = useRefreshPlan();
  const offer = useAdminAction(async (isOffered: boolean) => {
    const params = { id: String(id) };
    const reply = await call(
      adminBillingEndpoints.editPlan,
      { params, body: { isActive: isOffered } },
      { quiet: true },
    );
    await refreshPlan();
    return reply;
  }, 'Not changed');
  if (!canBeOff) return <span className="text-ink-2">Always</span>;
  const change = async (isOffered: boolean) => {
    const isSure =
      isOffered ||
      (await askToConfirm({
        title: `Stop offering ${name}?`,
        description:
          'Nobody can subscribe to it or renew it by link from now on. Subscribers keep it until their period ends; subscriptions that PayPal renews by itself go on until they are canceled.',
        confirmLabel: 'Stop offering it',
        destructive: true,
      }));
    if (isSure) offer.mutate(isOffered);
  };
  return (
    <Switch
      label={`Offer ${name}`}
      checked={isActive}
      disabled={offer.isPending}
      onChange={(checked) => void change(checked)}
    />
  );
}
