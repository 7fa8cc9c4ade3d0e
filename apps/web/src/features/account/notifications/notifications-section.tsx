import {
  type ChannelKind,
  channelKinds,
  channelNames,
  type MailChoice,
  mailChoices,
  type NoticeChannel,
  noticeChannelEndpoints,
  notificationEndpoints,
} from '@picksync/contracts';
import { BareCheckbox } from '@picksync/ui/checkbox.tsx';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { channelsQuery, notificationsQuery } from '../../../api/account.queries.ts';
import { call } from '../../../api/call.ts';
import { useAutosave } from '../../../api/use-autosave.tsx';
import { showChannel } from './show-channel.ts';

type Way = 'mail' | ChannelKind;

const ways: readonly { way: Way; label: string; short: string }[] = [
  { way: 'mail', label: 'Mail', short: 'Mail' },
  ...channelKinds.map((kind) => ({
    way: kind,
    label: channelNames[kind],
    short: kind === 'teams' ? 'Teams' : channelNames[kind],
  })),
];

type CellProps = { label: string; checked: boolean; disabled: boolean; onChange: (checked: boolean) => void };

/** A box of the table: its row and its column say what it is. */
function Cell({ label, checked, disabled, onChange }: CellProps) {
  return (
    <td className="w-12 border-t border-line text-center sm:w-24">
      <span className="inline-block align-middle">
        <BareCheckbox aria-label={label} checked={checked} disabled={disabled} onChange={onChange} />
      </span>
    </td>
  );
}

/** Saves one box. */
function useSaveCell(choice: MailChoice, way: Way) {
  const queryClient = useQueryClient();
  return useAutosave({
    scope: 'notifications',
    send: async (wanted: boolean) => {
      if (way === 'mail') {
        const mails = await call(notificationEndpoints.update, { body: { [choice]: wanted } });
        return () => queryClient.setQueryData(notificationsQuery.queryKey, mails);
      }
      const { channel } = await call(noticeChannelEndpoints.edit, {
        params: { kind: way },
        body: { choices: { [choice]: wanted } },
      });
      return () => showChannel(queryClient, channel);
    },
    onSaved: (show) => show(),
  });
}

/** Saves the boxes of a row, each by itself: one that is pressed while another is being saved does not hide what becomes of that. */
function useSaveRow(choice: MailChoice) {
  const [pressed, setPressed] = useState<Way>('mail');
  const cells: Record<Way, ReturnType<typeof useSaveCell>> = {
    mail: useSaveCell(choice, 'mail'),
    slack: useSaveCell(choice, 'slack'),
    teams: useSaveCell(choice, 'teams'),
  };
  const failed = ways.map(({ way }) => cells[way]).find(({ isFailed }) => isFailed);
  return {
    note: (failed ?? cells[pressed]).note,
    isWanted: (way: Way) => cells[way].unsaved,
    save: (way: Way, wanted: boolean) => {
      setPressed(way);
      cells[way].save(wanted);
    },
  };
}

type RowProps = { choice: MailChoice; isMailed: boolean; channels: NoticeChannel[] };

/** One kind of notice, and where it goes. A box changes at once, and goes back when it could not be saved. */
function NoticeRow({ choice, isMailed, channels }: RowProps) {
  const { title, detail } = mailChoices[choice];
  const saving = useSaveRow(choice);
  return (
    <tr>
      <th
        scope="row"
        aria-label={title}
        className="border-t border-line py-2.5 ps-4 pe-2 text-start font-medium md:ps-5"
      >
        {title}
        {saving.note ?? <span className="block text-xs/4.5 font-normal text-ink-2">{detail}</span>}
      </th>
      {ways.map(({ way, label }) => {
        const channel = channels.find(({ kind }) => kind === way);
        const saved = way === 'mail' ? isMailed : channel?.choices[choice] === true;
        return (
          <Cell
            key={way}
            label={`${title}, ${label}`}
            checked={saving.isWanted(way) ?? saved}
            disabled={way !== 'mail' && !channel?.isActive}
            onChange={(wanted) => saving.save(way, wanted)}
          />
        );
      })}
    </tr>
  );
}

/** The choices of which notices go where. */
export function NotificationsSection() {
  const { data: mails } = useSuspenseQuery(notificationsQuery);
  const { data: channels } = useSuspenseQuery(channelsQuery);
  return (
    <table className="w-full text-sm">
      <thead className="bg-sunken text-xs text-ink-2">
        <tr>
          <th scope="col" className="h-9 ps-4 text-start font-semi md:ps-5">
            When
          </th>
          {ways.map(({ way, short }) => (
            <th key={way} scope="col" className="font-semi">
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(Object.keys(mailChoices) as MailChoice[]).map((choice) => (
          <NoticeRow key={choice} choice={choice} isMailed={mails[choice]} channels={channels} />
        ))}
        <tr>
          <th scope="row" className="border-t border-line py-2.5 ps-4 pe-2 text-start font-medium md:ps-5">
            Security, access and receipts
            <span className="block text-xs/4.5 font-normal text-ink-2">
              New device, changed password or email, refused access to Smartsheet, payments.
            </span>
          </th>
          <td colSpan={3} className="border-t border-line px-2 text-center text-xs text-ink-2">
            Always by mail
          </td>
        </tr>
      </tbody>
    </table>
  );
}
