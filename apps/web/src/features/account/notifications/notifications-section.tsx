import { type MailChoice, mailChoices, notificationEndpoints } from '@picksync/contracts';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { Switch } from '@picksync/ui/switch.tsx';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { notificationsQuery } from '../../../api/account.queries.ts';
import { call } from '../../../api/call.ts';
import { useAutosave } from '../../../api/use-autosave.tsx';

/** One kind of mail. The switch changes at once, and goes back when it could not be saved. */
function MailRow({ mail, isWanted }: { mail: MailChoice; isWanted: boolean }) {
  const queryClient = useQueryClient();
  const { title, detail } = mailChoices[mail];
  const saving = useAutosave({
    scope: 'notifications',
    send: (wanted: boolean) => call(notificationEndpoints.update, { body: { [mail]: wanted } }),
    onSaved: (choices) =>
      queryClient.setQueryData(
        notificationsQuery.queryKey,
        (before) => before && { ...before, [mail]: choices[mail] },
      ),
  });
  return (
    <SettingRow
      title={title}
      detail={detail}
      note={saving.note}
      action={<Switch label={title} checked={saving.unsaved ?? isWanted} onChange={saving.save} />}
    />
  );
}

/** The choices of which mails to get. */
export function NotificationsSection() {
  const { data: choices } = useSuspenseQuery(notificationsQuery);
  return (
    <>
      {(Object.keys(mailChoices) as MailChoice[]).map((mail) => (
        <MailRow key={mail} mail={mail} isWanted={choices[mail]} />
      ))}
      <SettingRow
        title="Security, access and receipts"
        detail="New device, changed password or email, refused access to Smartsheet, payments."
        action={<span className="text-xs text-ink-2">Always sent</span>}
      />
    </>
  );
}
