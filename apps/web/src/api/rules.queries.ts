import { type PreviewRule, type Rule, ruleEndpoints } from '@picksync/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { query, searchOptions } from './query.ts';

/** A workspace or a folder. */
export type Place = Rule['place'];

/** A place is read folder by folder, and each of its sheets. */
const timeoutMs = 60_000;

/** The workspaces that the user can see, or what lies in a workspace or folder. */
export function placesQuery(place: Place | null) {
  const within =
    place === null ? {} : place.kind === 'workspace' ? { workspaceId: place.id } : { folderId: place.id };
  return {
    ...query(ruleEndpoints.places, { query: within }, { timeoutMs }),
    staleTime: 60_000,
    retry: false,
  };
}

export const rulesQuery = query(ruleEndpoints.list, {});

export function ruleQuery(id: string) {
  return query(ruleEndpoints.read, { params: { id } });
}

/** The sheets of a rule, in the order in which they are shown. */
export function matchesQuery(id: string) {
  return query(ruleEndpoints.matches, { params: { id } });
}

/** Which sheets would follow a rule, some sheets at a time; it holds names and counts, and is read again with each form. */
export function rulePreviewQuery(draft: PreviewRule | null) {
  return infiniteQueryOptions({
    queryKey: [ruleEndpoints.preview.path, draft],
    queryFn: ({ signal, pageParam }) => {
      if (draft === null) throw new Error('There is no draft to look at');
      const body = { ...draft, ...(pageParam > 0 && { from: pageParam }) };
      return call(ruleEndpoints.preview, { body }, { signal, timeoutMs });
    },
    enabled: draft !== null,
    ...searchOptions,
  });
}
