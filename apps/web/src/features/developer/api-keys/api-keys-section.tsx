import { type ApiKey, apiKeyEndpoints, isolated, maxApiKeys } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { apiKeysQuery } from '../../../api/developer.queries.ts';
import { useAction } from '../../../api/use-action.ts';
import { usePremium } from '../../../api/use-premium.ts';
import { showToast } from '../../../stores/toast.ts';
import { formatAgo, formatDay } from '../../../ui/dates.ts';
import { AddRow } from '../add-row.tsx';
import { SecretDialog } from '../secret-dialog.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';

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

/** One API key: its rights, its state, and the button that revokes it. */
function ApiKeyRow({ apiKey, works }: { apiKey: ApiKey; works: boolean }) {
  const now = useNow();
  const revoke = useRevoke(apiKey);
  const expiry = getExpiry(apiKey, now);
  const facts = [
    apiKey.scope === 'write' ? 'Read and write' : 'Read only',
    apiKey.lastUsedAt ? `used ${formatAgo(apiKey.lastUsedAt, now).toLowerCase()}` : 'never used',
    apiKey.expiresAt ? `expires ${formatDay(apiKey.expiresAt)}` : 'does not expire',
  ];
  return (
    <SettingRow
      title={isolated(apiKey.name)}
      badge={
        works ? expiry && <Badge tone={expiry.tone}>{expiry.text}</Badge> : <Badge tone="bad">Off</Badge>
      }
      detail={
        <>
          <code>{apiKey.prefix}…</code> {facts.join(', ')}
        </>
      }
      action={
        <Button
          aria-label={`Revoke ${apiKey.name}`}
          pending={revoke.isPending}
          pendingLabel="Revoking..."
          onClick={() => revoke.run()}
        >
          Revoke
        </Button>
      }
    />
  );
}

/** The user's API keys, and the button for another one. */
export function ApiKeysSection() {
  const { data: keys } = useSuspenseQuery(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  const works = usePremium() === null;
  return (
    <>
      {keys.map((key) => (
        <ApiKeyRow key={key.id} apiKey={key} works={works} />
      ))}
      <AddRow
        nouns="keys"
        count={keys.length}
        max={maxApiKeys}
        detail="A program sends its key with each call."
        remedy="Revoke one first."
        label="New API key"
        onAdd={() => setCreating(true)}
      />
      {/* The page is not one of the web app's. */}
      <div className="border-t border-line px-4 py-3 text-xs text-ink-2 md:px-5">
        <a className="font-medium text-accent underline" href="/api/docs">
          How to use the API
        </a>
      </div>
      {isCreating && (
        <ApiKeyDialog
          onClose={() => setCreating(false)}
          onCreated={(secret) => {
            setCreating(false);
            setCreated(secret);
          }}
        />
      )}
      {created && (
        <SecretDialog
          title="Copy your new key now"
          description="It is shown this once and cannot be shown again."
          label="API key"
          secret={created}
          onClose={() => setCreated(null)}
        />
      )}
    </>
  );
}

const dayMs = 24 * 60 * 60 * 1000;

/** From how many days before its end a key is said to expire soon. */
const soonDays = 14;

/** Returns the note about the end of a key; null while it is far away, or there is none. */
export function getExpiry({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date) {
  if (expiresAt === null) return null;
  const leftMs = new Date(expiresAt).getTime() - now.getTime();
  if (leftMs <= 0) return { tone: 'bad', text: 'Expired' } as const;
  const days = Math.ceil(leftMs / dayMs);
  if (days > soonDays) return null;
  const text = days === 1 ? 'Expires within a day' : `Expires in ${days} days`;
  return { tone: 'warn', text } as const;
}
