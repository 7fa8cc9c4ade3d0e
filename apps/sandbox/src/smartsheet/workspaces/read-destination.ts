import type { SandboxDeps } from '../../deps.ts';
import { getWorkspaceAccess, hasWorkspaceAccess } from '../access.ts';
import { type ApiCall, getCaller } from '../api/operation-router.ts';
import { assertAttributes, isObject, readText } from '../attributes.ts';
import { apiError } from '../errors.ts';
import { parseId } from '../ids.ts';
import type { Id, Place } from '../model.ts';

/** Returns where a request puts something. The caller must be allowed to edit the place. */
export function readDestination(deps: SandboxDeps, call: ApiCall): { place: Place | null; newName?: string } {
  if (!isObject(call.body)) throw apiError(1024);
  const accepted = ['destinationType', 'destinationId', 'newName'];
  assertAttributes(call.body, { noun: 'destination', accepted });
  const newName = readText(call.body, 'newName');
  const rest = newName === undefined ? {} : { newName };
  const type = readText(call.body, 'destinationType');
  if (type === 'home') return { place: null, ...rest };
  if (type !== 'workspace' && type !== 'folder') throw apiError(1357);
  const id = parseId(String(call.body.destinationId));
  const { account } = getCaller(call);
  const place = toPlace(deps, { kind: `${type}s`, id });
  const workspace = place && deps.state.workspaces.get(place.workspaceId);
  if (!workspace || getWorkspaceAccess(workspace, account.id) === null) throw apiError(1006);
  if (!hasWorkspaceAccess(workspace, account.id, 'EDITOR')) throw apiError(1004);
  return { place, ...rest };
}

type Kind = 'workspaces' | 'folders';

/** Returns where this is; null for a folder that does not exist. */
export function toPlace({ state }: SandboxDeps, { kind, id }: { kind: Kind; id: Id }): Place | null {
  if (kind === 'workspaces') return { workspaceId: id };
  const folder = state.folders.get(id);
  return folder ? { workspaceId: folder.place.workspaceId, folderId: id } : null;
}
