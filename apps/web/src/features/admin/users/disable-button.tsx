import { Button } from '@picksync/ui/button.tsx';
import { useState } from 'react';
import type { AdminUserDetail } from '../../../api/admin.queries.ts';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { DisableDialog } from './disable-dialog.tsx';

/** Disables or enables an account. Administrators cannot disable their own. */
export function DisableButton({ user }: { user: AdminUserDetail }) {
  const { user: admin } = useAuthStatus();
  const [isOpen, setOpen] = useState(false);
  if (admin?.id === user.id) return null;
  return (
    <>
      <Button variant="quiet" className={user.disabledAt ? '' : 'text-bad!'} onClick={() => setOpen(true)}>
        {user.disabledAt ? 'Enable user' : 'Disable user'}
      </Button>
      {isOpen && <DisableDialog user={user} onClose={() => setOpen(false)} />}
    </>
  );
}
