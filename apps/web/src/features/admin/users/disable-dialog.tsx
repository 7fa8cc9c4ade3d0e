import { adminUserEndpoints } from '@picksync/contracts';
import type { AdminUserDetail } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { moneyWhenDisabled, moneyWhenEnabled } from './money-words.ts';

const words = {
  disable: {
    title: 'Disable',
    about:
      'All sessions and API keys end, automations are paused, and nobody can sign in until you enable the account. Nothing is deleted.',
    money: moneyWhenDisabled,
    submitLabel: 'Disable user',
    pendingLabel: 'Disabling...',
    failure: { title: 'Not disabled', text: 'The account could not be disabled. Please try again.' },
  },
  enable: {
    title: 'Enable',
    about: 'The owner can sign in again. What was paused stays so until they activate it.',
    money: moneyWhenEnabled,
    submitLabel: 'Enable user',
    pendingLabel: 'Enabling...',
    failure: { title: 'Not enabled', text: 'The account could not be enabled. Please try again.' },
  },
};

export function DisableDialog({ user, onClose }: { user: AdminUserDetail; onClose: () => void }) {
  const act = user.disabledAt ? 'enable' : 'disable';
  const { title, about, money, ...labels } = words[act];
  return (
    <ReasonDialog
      {...labels}
      title={`${title} ${user.email}?`}
      description={`${about} ${money(user)}`.trim()}
      destructive={act === 'disable'}
      send={(body) => call(adminUserEndpoints[act], { params: { id: user.id }, body }, { quiet: true })}
      onClose={onClose}
    />
  );
}
