import { useState } from 'react';
import type { AdminPlan as Plan } from '../../../api/admin.queries.ts';
import { AdminSection } from '../admin-section.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { PlanList } from './plan-list.tsx';

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
