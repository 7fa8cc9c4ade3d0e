import { useSearch } from '@tanstack/react-router';
import { Alert } from '../../../ui/alert.tsx';
import { outcomeIn } from './outcome-in.ts';

/** How the way through a provider ended, for who comes back from one. */
export function ProviderOutcome() {
  const said = outcomeIn(useSearch({ strict: false }));
  return said && <Alert tone={said.tone}>{said.text}</Alert>;
}
