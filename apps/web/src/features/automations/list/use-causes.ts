import type { Automation } from '@picksync/contracts';
import { useRouter } from '@tanstack/react-router';
import { useReadOnly } from '../use-read-only.ts';
import { type Cause, findCauses } from './causes.ts';
import { showCause } from './list-view.ts';
import { isListPage } from './use-list-page.ts';

/** Returns the causes that several automations share. Without Smartsheet all of them have the same one, which the page tells. */
export function useCauses(automations: readonly Automation[]): readonly Cause[] {
  return useReadOnly() ? [] : findCauses(automations);
}

/** Returns the ids of the automations that a cause tells about. */
export function listCovered(causes: readonly Cause[]): ReadonlySet<string> {
  return new Set(causes.flatMap(({ automations }) => automations.map(({ id }) => id)));
}

/** Returns what shows the automations of a cause, on the page of the whole list. */
export function useShowCause(): (key: string) => void {
  const router = useRouter();
  return (cause) => {
    if (isListPage(router.history.location.pathname)) showCause(cause);
    else void router.navigate({ to: '/configurations', search: { cause } });
  };
}
