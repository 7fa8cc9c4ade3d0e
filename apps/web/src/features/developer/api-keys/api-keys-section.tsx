import { maxApiKeys } from '@picksync/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysQuery } from '../../../api/developer.queries.ts';
import { usePremium } from '../../../api/use-premium.ts';
import { AddRow } from '../add-row.tsx';
import { SecretDialog } from '../secret-dialog.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { ApiKeysTable } from './api-keys-table.tsx';

/** The user's API keys, and the button for another one. */
export function ApiKeysSection() {
  const { data: keys } = useSuspenseQuery(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  const works = usePremium() === null;
  return (
    <>
      {keys.length > 0 && <ApiKeysTable keys={keys} works={works} />}
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
        <a className="text-sm font-semi text-accent hover:underline" href="/api/docs">
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
