import { adminSupportEndpoints, supportViewMinutes } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminUserDetail } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { UserSection } from './user-section.tsx';

/** Opens the dashboard of a user, read only, once there is a reason that they will read. */
export function LookAtAccount({ user }: { user: Pick<AdminUserDetail, 'id' | 'email'> }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <UserSection
      title="Support view"
      text="Their dashboard, read only. They see that you looked."
      action={<Button onClick={() => setOpen(true)}>Look at this account</Button>}
    >
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
    </UserSection>
  );
}
