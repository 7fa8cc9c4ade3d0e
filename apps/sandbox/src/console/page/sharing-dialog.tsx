import { Badge } from '@picksync/ui/badge.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SendDialog } from './dialogs.tsx';
import { overviewQuery } from './queries.ts';

const accessLevels = {
  '': 'No access',
  VIEWER: 'Viewer',
  COMMENTER: 'Commenter',
  EDITOR: 'Editor',
  EDITOR_SHARE: 'Editor, can share',
  ADMIN: 'Admin',
};

type SharingDialogProps = {
  name: string;
  description: string;
  owner: string;
  shares: readonly { email: string; access: string }[];
  /** Saves the access of one account, empty for none. Returns whether it worked. */
  share: (email: string, access: string) => Promise<boolean>;
  onClose: () => void;
};

/** Sets the access of each account. That of the owner cannot change. */
export function SharingDialog({ name, description, owner, shares, share, onClose }: SharingDialogProps) {
  const { accounts } = useSuspenseQuery(overviewQuery).data;
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const getAccess = (email: string) => shares.find((one) => one.email === email)?.access ?? '';
  const send = async () => {
    for (const [email, access] of Object.entries(chosen)) {
      if (access !== getAccess(email) && !(await share(email, access))) return false;
    }
    return true;
  };
  return (
    <SendDialog
      title={`Sharing of ${name}`}
      description={description}
      submitLabel="Save sharing"
      send={send}
      onClose={onClose}
    >
      <ul className="grid gap-3">
        {accounts.map(({ email, name: person }) => (
          <li key={email} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0">
              <b className="block font-semi">{person}</b>
              <span className="text-xs text-ink-2 [overflow-wrap:anywhere]">{email}</span>
            </span>
            {email === owner ? (
              <Badge tone="accent">Owner</Badge>
            ) : (
              <SelectInput
                aria-label={`Access of ${email}`}
                value={chosen[email] ?? getAccess(email)}
                onChange={({ target }) => setChosen({ ...chosen, [email]: target.value })}
                className="w-44!"
              >
                {Object.entries(accessLevels).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectInput>
            )}
          </li>
        ))}
      </ul>
    </SendDialog>
  );
}
