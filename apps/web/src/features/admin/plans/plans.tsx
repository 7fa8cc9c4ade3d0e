import { adminBillingEndpoints, pluralize } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Switch } from '@picksync/ui/switch.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { useState } from 'react';
import { everyPlanQuery, type AdminPlan as Plan } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { useRefreshPlan } from '../../../api/subscription.queries.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { NameCell } from '../admin-cells.tsx';
import { AdminSection } from '../admin-section.tsx';
import { AdminTable, type Column } from '../admin-table.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { PlanDialog } from './plan-dialog.tsx';

/** Whether a plan can be bought. */
function OfferSwitch({ plan: { id, name, isActive, canBeOff } }: { plan: Plan }) {
  const refreshPlan = useRefreshPlan();
  const offer = useAdminAction({
    send: async (isOffered: boolean) => {
      const input = { params: { id: String(id) }, body: { isActive: isOffered } };
      const reply = await call(adminBillingEndpoints.editPlan, input);
      await refreshPlan();
      return reply;
    },
    failed: 'Not changed',
  });
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
    if (isSure) offer.run(isOffered);
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

function PlanList({ onEdit }: { onEdit: (plan: Plan) => void }) {
  const { data: plans } = useSuspenseQuery(everyPlanQuery);
  const columns: Column<Plan>[] = [
    { head: 'Plan', cell: (plan) => <NameCell name={<Name plan={plan} />} detail={plan.description} /> },
    {
      head: 'Price',
      className: 'w-[150px]',
      cell: ({ price, currency, billingCycle }) =>
        price === 0 ? 'Costs nothing' : `${formatAmount(price, currency)} ${billingCycle}`,
    },
    {
      head: 'Limit',
      className: 'w-[150px]',
      cell: ({ maxConfigurations }) => pluralize(maxConfigurations, 'automation'),
    },
    {
      head: 'Features',
      className: 'w-[34%]',
      cell: ({ features }) => features.length > 0 && <Features features={features} />,
    },
    {
      head: 'Offered',
      className: 'w-[110px]',
      cell: (plan) => (
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="text-ink-3 @wide:hidden">
            Offered
          </span>
          <OfferSwitch plan={plan} />
        </span>
      ),
    },
    {
      head: 'Action',
      isHeadHidden: true,
      className: 'w-[90px]',
      cell: (plan) => (
        <div className="flex justify-end">
          <Button size="sm" aria-label={`Edit ${plan.name}`} onClick={() => onEdit(plan)}>
            Edit
          </Button>
        </div>
      ),
    },
  ];
  return (
    <AdminTable
      label="Plans"
      columns={columns}
      rows={plans}
      empty={{ icon: Layers, title: 'There is no plan' }}
    />
  );
}

function Name({ plan: { name, isPopular, isActive } }: { plan: Plan }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {name}
      {isPopular && <Badge tone="accent">Popular</Badge>}
      {!isActive && <Badge tone="neutral">Off</Badge>}
    </span>
  );
}

function Features({ features }: { features: readonly string[] }) {
  return (
    <ul className="text-xs text-ink-2 @max-wide:min-w-[240px]">
      {features.map((feature) => (
        <li key={feature} className="[overflow-wrap:anywhere]">
          {feature}
        </li>
      ))}
    </ul>
  );
}

/** The plans with their prices, limits and texts. */
export function Plans() {
  const [open, setOpen] = useState<Plan | null>(null);
  return (
    <>
      <AdminSection title="Plans" subtitle="What users are offered.">
        <PlanList onEdit={setOpen} />
      </AdminSection>
      {open && <PlanDialog plan={open} onClose={() => setOpen(null)} />}
    </>
  );
}
