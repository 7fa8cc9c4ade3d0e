import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { everyPlanQuery, type AdminPlan as Plan } from '../../../api/admin.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { AdminTable, type Column, NameCell } from '../admin-table.tsx';
import { OfferSwitch } from './offer-switch.tsx';

export function PlanList({ onEdit }: { onEdit: (plan: Plan) => void }) {
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
      cell: ({ maxConfigurations: limit }) =>
        limit === 1 ? '1 automation' : `${limit.toLocaleString('en-US')} automations`,
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
      keyOf={({ id }) => String(id)}
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
