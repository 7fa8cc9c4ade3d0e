import { useState } from 'react';
import type { Plan } from '../../../api/subscription.queries.ts';
import { AdminSection } from '../admin-section.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { PlanList } from './plan-list.tsx';

/** What can be bought, and what it costs, allows and says of itself. */
export function Plans() {
  const [open, setOpen] = useState<Plan | null>(null);
  return (
    <>
      <AdminSection title="Plans" answer="What users are offered.">
        <PlanList onEdit={setOpen} />
      </AdminSection>
      {open && <PlanDialog plan={open} onClose={() => setOpen(null)} />}
    </>
  );
}
