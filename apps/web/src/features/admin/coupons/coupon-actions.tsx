import { adminCouponEndpoints } from '@picksync/contracts';
import type { AdminCoupon } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { RowActions } from '../row-actions.tsx';
import { useAdminAction } from '../use-admin-action.ts';

export function CouponActions({ coupon, onEdit }: { coupon: AdminCoupon; onEdit: () => void }) {
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
