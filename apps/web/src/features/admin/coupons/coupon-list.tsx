import { adminCouponEndpoints } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { type AdminCoupon, couponsQuery } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { plansQuery } from '../../../api/subscription.queries.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay } from '../../../ui/dates.ts';
import { AdminTable, type Column, NameCell } from '../admin-table.tsx';
import { MeterBar } from '../meter-bar.tsx';
import { RowActions } from '../row-actions.tsx';
import { useAdminAction } from '../use-admin-action.ts';

function CouponActions({ coupon, onEdit }: { coupon: AdminCoupon; onEdit: () => void }) {
  const { id, code } = coupon;
  const end = useAdminAction(
    () => call(adminCouponEndpoints.end, { params: { id } }, { quiet: true }),
    'Not ended',
  );
  if (coupon.ended === 'ended') return null;
  const confirmEnd = async () => {
    const isSure = await askToConfirm({
      title: `End ${code}?`,
      description:
        'Nobody can apply it from now on, and it cannot be taken back. Checkouts that hold it already keep it.',
      confirmLabel: 'End coupon',
      destructive: true,
    });
    if (isSure) end.mutate(undefined);
  };
  return (
    <RowActions
      name={code}
      onEdit={onEdit}
      removeLabel="End"
      isRemoving={end.isPending}
      onRemove={() => void confirmEnd()}
    />
  );
}

const ends = { expired: 'Expired', used_up: 'Used up', ended: 'Ended' };

export function CouponList({ onEdit }: { onEdit: (coupon: AdminCoupon) => void }) {
  const list = useSuspenseInfiniteQuery(couponsQuery);
  const { data: plans } = useQuery(plansQuery);
  const currency = plans?.[0]?.currency ?? 'USD';
  const describePlans = ({ validForPlanIds: ids }: AdminCoupon) =>
    ids.length === 0
      ? 'Every paid plan'
      : ids.map((id) => plans?.find((plan) => plan.id === id)?.name ?? `Plan ${id}`).join(', ');
  const columns: Column<AdminCoupon>[] = [
    { head: 'Code', cell: (coupon) => <NameCell name={coupon.code} detail={describePlans(coupon)} /> },
    {
      head: 'Discount',
      className: 'w-[130px]',
      cell: ({ discountPercent, discountAmount }) =>
        discountPercent === null ? formatAmount(discountAmount ?? 0, currency) : `${discountPercent} %`,
    },
    { head: 'Used', className: 'w-[180px]', cell: (coupon) => <Uses coupon={coupon} /> },
    {
      head: 'Ends',
      className: 'w-[150px]',
      cell: ({ ended, expiryDate }) =>
        ended ? <Badge tone="neutral">{ends[ended]}</Badge> : expiryDate ? formatDay(expiryDate) : 'No end',
    },
    {
      head: 'Actions',
      isHeadHidden: true,
      className: 'w-[150px]',
      cell: (coupon) => <CouponActions coupon={coupon} onEdit={() => onEdit(coupon)} />,
    },
  ];
  return (
    <AdminTable
      label="Coupons"
      columns={columns}
      rows={list.data.pages.flatMap(({ reply }) => reply)}
      getKey={({ id }) => id}
      pages={list}
      empty={{ icon: Ticket, title: 'No coupons yet', text: 'New coupon makes the first one.' }}
    />
  );
}

function Uses({ coupon: { currentUses, maxUses } }: { coupon: AdminCoupon }) {
  if (maxUses === null) return `${currentUses}, no limit`;
  return (
    <div className="grid gap-1">
      <span>
        {currentUses} of {maxUses}
      </span>
      <MeterBar share={currentUses / maxUses} />
    </div>
  );
}
