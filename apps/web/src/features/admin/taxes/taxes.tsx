import { Button } from '@picksync/ui/button.tsx';
import { useState } from 'react';
import type { TaxRate } from '../../../api/admin.queries.ts';
import { AdminSection } from '../admin-section.tsx';
import { TaxRateDialog } from './tax-rate-dialog.tsx';
import { TaxRateList } from './tax-rate-list.tsx';

/** What buyers of each country pay as tax. */
export function Taxes() {
  const [open, setOpen] = useState<'new' | TaxRate | null>(null);
  return (
    <>
      <AdminSection
        title="Taxes"
        subtitle="By the country of the buyer. Each receipt keeps the tax of its day."
        actions={
          <Button variant="primary" onClick={() => setOpen('new')}>
            New tax rate
          </Button>
        }
      >
        <TaxRateList onEdit={setOpen} />
      </AdminSection>
      {open && <TaxRateDialog {...(open !== 'new' && { rate: open })} onClose={() => setOpen(null)} />}
    </>
  );
}
