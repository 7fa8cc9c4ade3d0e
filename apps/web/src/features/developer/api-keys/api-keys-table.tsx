import { type ApiKey, apiKeyEndpoints, isolated } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { Cell, HeadCell, Row, RowGroup, Table, TableHead } from '@picksync/ui/table.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { apiKeysQuery } from '../../../api/developer.queries.ts';
import { useAction } from '../../../api/use-action.ts';
import { showToast } from '../../../stores/toast.ts';
import { countDaysUntil, formatAgo, formatDay, formatDaysUntil } from '../../../ui/dates.ts';
import { RenameKeyDialog } from './rename-key-dialog.tsx';

/** Returns what revokes a key, after asking. */
function useRevoke({ id, name }: ApiKey) {
  const queryClient = useQueryClient();
  return useAction({
    send: () => call(apiKeyEndpoints.revoke, { params: { id } }),
    ask: () => ({
      title: `Revoke “${isolated(name)}”?`,
      description: 'Programs that use it are refused at once. This cannot be undone.',
      confirmLabel: 'Revoke',
      destructive: true,
    }),
    onDone: ({ message }) => showToast({ title: message, description: name }),
    failure: { title: 'Not revoked' },
    refresh: () => queryClient.invalidateQueries(apiKeysQuery),
  });
}

type KeyRowProps = { apiKey: ApiKey; works: boolean };

/** One API key: its name and rights, its days, its state, and the button that revokes it. */
function KeyRow({ apiKey, works }: KeyRowProps) {
  const now = useNow();
  const revoke = useRevoke(apiKey);
  const [isRenaming, setRenaming] = useState(false);
  const { name, prefix, scope, createdAt, lastUsedAt, expiresAt } = apiKey;
  const expiry = getExpiry(apiKey, now);
  return (
    <RowGroup>
      <Row className="tabular">
        <Cell className="@max-wide:col-start-1">
          <span className="flex items-center gap-1">
            <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
              <Name>{name}</Name>
            </span>
            <button
              type="button"
              aria-label={`Rename ${isolated(name)}`}
              title="Rename"
              onClick={() => setRenaming(true)}
              className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-2 hover:text-ink"
            >
              <Pencil aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
            </button>
          </span>
          <span className="block text-xs text-ink-2">
            <code>{prefix}…</code> {scope === 'write' ? 'Read and write' : 'Read only'}
          </span>
        </Cell>
        <Cell className={fact}>
          <Label>Created</Label> {formatDay(createdAt)}
        </Cell>
        <Cell className={fact}>
          <Label>Last used</Label> {lastUsedAt ? formatAgo(lastUsedAt, now) : 'Never used'}
        </Cell>
        <Cell className={fact}>
          <Label>Expires</Label> {expiresAt ? formatDay(expiresAt) : 'Never'}
          <span className="block empty:hidden">
            {works ? (
              expiry && <Badge tone={expiry.tone}>{expiry.text}</Badge>
            ) : (
              <Badge tone="bad">Off</Badge>
            )}
          </span>
        </Cell>
        <Cell className="text-end @max-wide:col-start-2 @max-wide:row-start-1">
          <Button
            size="sm"
            aria-label={`Revoke ${isolated(name)}`}
            pending={revoke.isPending}
            pendingLabel="Revoking..."
            onClick={() => revoke.run()}
          >
            Revoke
          </Button>
        </Cell>
      </Row>
      {isRenaming && <RenameKeyDialog apiKey={apiKey} onClose={() => setRenaming(false)} />}
    </RowGroup>
  );
}

const fact = '@max-wide:col-span-2 @max-wide:text-xs @max-wide:text-ink-2';

/** What a column is called, where there is no room for its head. */
function Label({ children }: { children: string }) {
  return <span className="@wide:hidden">{children}</span>;
}

/** The API keys of a user, with their days. `works`: whether the plan of the user has them. */
export function ApiKeysTable({ keys, works }: { keys: readonly ApiKey[]; works: boolean }) {
  return (
    <div className="border-b border-line">
      <Table aria-label="API keys">
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell className="w-[108px]">Created</HeadCell>
          <HeadCell className="w-[100px]">Last used</HeadCell>
          <HeadCell className="w-[140px]">Expires</HeadCell>
          <HeadCell className="w-[104px]">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} works={works} />
        ))}
      </Table>
    </div>
  );
}

/** From how many days before its end a key is said to expire soon. */
const soonDays = 14;

/** Returns the note about the end of a key; null while it is far away, or there is none. */
export function getExpiry({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date) {
  if (expiresAt === null) return null;
  if (new Date(expiresAt) <= now) return { tone: 'bad', text: 'Expired' } as const;
  if (countDaysUntil(expiresAt, now) > soonDays) return null;
  return { tone: 'warn', text: `Expires ${formatDaysUntil(expiresAt, now)}` } as const;
}
