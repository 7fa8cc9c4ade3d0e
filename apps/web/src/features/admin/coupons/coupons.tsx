import { Button } from '@picksync/ui/button.tsx';
import { useState } from 'react';
import type { AdminCoupon } from '../../../api/admin.queries.ts';
import { AdminSection } from '../admin-section.tsx';
import { CouponDialog } from './coupon-dialog.tsx';
import { CouponList } from './coupon-list.tsx';

type Open = 'new' | AdminCoupon | null;

/** The coupons for the first period, and how often each was used. */
export function Coupons() {
  const [open, setOpen] = useState<Open>(null);
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
