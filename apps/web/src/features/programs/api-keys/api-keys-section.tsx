import { maxApiKeys } from '@picksync/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysQuery } from '../../../api/programs.queries.ts';
import { usePremium } from '../../../api/use-premium.ts';
import { AddRow } from '../add-row.tsx';
import { SecretDialog } from '../secret-dialog.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { ApiKeyRow } from './api-key-row.tsx';

/** The user's API keys, and the button for another one. */
export function ApiKeysSection() {
  const { data: keys } = useSuspenseQuery(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  const reason = usePremium();
  const isFull = keys.length >= maxApiKeys;
  const limit = isFull ? `You have ${maxApiKeys} keys, which is the most. Revoke one first.` : null;
  return (
    <>
      {keys.map((key) => (
        <ApiKeyRow key={key.id} apiKey={key} works={reason === null} />
      ))}
      <AddRow
        title={keys.length === 0 ? 'No keys yet' : `${keys.length} of ${maxApiKeys}`}
        detail={reason ?? limit ?? 'A program sends its key with each call.'}
        label="New API key"
        disabled={isFull}
        isLocked={reason !== null}
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
