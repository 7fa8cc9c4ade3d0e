import { Alert } from '@picksync/ui/alert.tsx';
import { useSearch } from '@tanstack/react-router';
import { outcomeIn } from './outcome-in.ts';

/** How a sign-in with a provider ended, for a user who comes back from one. */
export function ProviderOutcome() {
  const said = outcomeIn(useSearch({ strict: false }));
  return said && <Alert tone={said.tone}>{said.text}</Alert>;
}
