import { adminCouponEndpoints } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { type AdminCoupon, couponsQuery } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { plansQuery } from '../../../api/subscription.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay } from '../../../ui/dates.ts';
import { MeterBar, NameCell, RowActions } from '../admin-cells.tsx';
import { AdminSection } from '../admin-section.tsx';
import { AdminList, type Column } from '../admin-table.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { CouponDialog } from './coupon-dialog.tsx';

function CouponActions({ coupon, onEdit }: { coupon: AdminCoupon; onEdit: () => void }) {
  const { id, code } = coupon;
  const end = useAdminAction({
    send: () => call(adminCouponEndpoints.end, { params: { id } }),
    failed: 'Not ended',
    ask: () => ({
      title: `End ${code}?`,
      description:
        'Nobody can apply it from now on, and it cannot be taken back. Checkouts that hold it already keep it.',
      confirmLabel: 'End coupon',
      destructive: true,
    }),
  });
  if (coupon.ended === 'ended') return null;
  return <RowActions name={code} onEdit={onEdit} removeLabel="End" removal={end} />;
}

const ends = { expired: 'Expired', used_up: 'Used up', ended: 'Ended' };

function CouponList({ onEdit }: { onEdit: (coupon: AdminCoupon) => void }) {
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
    <AdminList
      label="Coupons"
      columns={columns}
      query={couponsQuery}
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

/** The coupons for the first period, and how often each was used. */
export function Coupons() {
  const [open, setOpen] = useState<'new' | AdminCoupon | null>(null);
  return (
    <>
      <AdminSection
        title="Coupons"
        subtitle="For the first period, once per user."
        actions={
          <Button variant="primary" onClick={() => setOpen('new')}>
            New coupon
          </Button>
        }
      >
        <CouponList onEdit={setOpen} />
      </AdminSection>
      {open && <CouponDialog {...(open !== 'new' && { coupon: open })} onClose={() => setOpen(null)} />}
    </>
  );
}
