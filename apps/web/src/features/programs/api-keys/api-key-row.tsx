import { type ApiKey, isolated } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { formatAgo, formatDay } from '../../../ui/dates.ts';
import { expiryOf } from './expiry.ts';
import { useRevoke } from './use-revoke.ts';

/** One API key: its rights, its state, and the button that revokes it. */
export function ApiKeyRow({ apiKey, works }: { apiKey: ApiKey; works: boolean }) {
  const now = useNow();
  const { isRevoking, revoke } = useRevoke(apiKey);
  const expiry = expiryOf(apiKey, now);
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
          pending={isRevoking}
          pendingLabel="Revoking..."
          onClick={() => void revoke()}
        >
          Revoke
        </Button>
      }
    />
  );
}
