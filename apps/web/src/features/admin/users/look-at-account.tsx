import { adminSupportEndpoints, supportViewMinutes } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminUserDetail } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { ReasonDialog } from '../reason-dialog.tsx';

/** Opens the dashboard of a user, read only, once there is a reason that they will read. */
export function LookAtAccount({ user }: { user: Pick<AdminUserDetail, 'id' | 'email'> }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <section aria-labelledby="support-view" className="grid gap-3 border-t border-line pt-5">
      <h3 id="support-view" className="text-md font-semi">
        Support view
      </h3>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-pretty text-ink-2">
          Their dashboard, read only. They see that you looked.
        </p>
        <Button onClick={() => setOpen(true)}>Look at this account</Button>
      </div>
      {isOpen && (
        <ReasonDialog
          title="Look at this account"
          description={`You see what ${user.email} sees, without a value. They read in their security activity: “Picksync support looked at your account”, from when to when, and your reason.`}
          submitLabel={`Open for ${supportViewMinutes} minutes`}
          pendingLabel="Opening..."
          failure={{ title: 'Not opened', text: 'The view could not be opened. Please try again.' }}
          send={async (body) => {
            const reply = await call(adminSupportEndpoints.open, { params: { id: user.id }, body });
            void navigate({
              to: '/admin/$section',
              params: { section: 'support-view' },
              search: { open: reply.viewId },
            });
            return reply;
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
