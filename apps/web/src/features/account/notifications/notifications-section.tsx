import { type MailChoice, mailChoices, notificationEndpoints } from '@picksync/contracts';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { Switch } from '@picksync/ui/switch.tsx';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { notificationsQuery } from '../../../api/account.queries.ts';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { showToast } from '../../../stores/toast.ts';

type MailRowProps = { mail: MailChoice; isWanted: boolean };

/** One kind of mail. The switch changes at once, and goes back when it could not be saved. */
function MailRow({ mail, isWanted }: MailRowProps) {
  const queryClient = useQueryClient();
  const { title, detail } = mailChoices[mail];
  const save = useMutation({
    mutationFn: (wanted: boolean) =>
      call(notificationEndpoints.update, { body: { [mail]: wanted } }, { quiet: true }),
    onSuccess: (choices) =>
      queryClient.setQueryData(
        notificationsQuery.queryKey,
        (before) => before && { ...before, [mail]: choices[mail] },
      ),
    onError: (problem) =>
      showToast({ tone: 'bad', title: 'Not saved', description: getMessage(problem, 'Please try again.') }),
  });
  const checked = save.isPending ? save.variables : isWanted;
  return (
    <SettingRow
      title={title}
      detail={detail}
      action={
        <Switch label={title} checked={checked} onChange={(next) => !save.isPending && save.mutate(next)} />
      }
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
