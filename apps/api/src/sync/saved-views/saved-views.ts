import {
  AppError,
  type createSavedViewBody,
  type editSavedViewBody,
  maxSavedViews,
  type SavedView,
  savedView,
} from '@picksync/contracts';
import type { SavedView as SavedViewRow, Tx } from '@picksync/db';
import type * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { clearDefaultView, findSavedViews, isViewNameTaken } from './saved-views.store.ts';

/** Whose view, and which. */
type OwnView = { userId: string; id: string };

/** Returns a person's views, the oldest first. */
export async function listSavedViews(context: Context, userId: string): Promise<SavedView[]> {
  return (await findSavedViews(context.db, userId)).map(toView);
}

/** Keeps a view. Throws `too_many_views` when there are `maxSavedViews`, and `validation_failed` for a name that is taken. */
export async function createSavedView(
  context: Context,
  { userId, name, search }: { userId: string } & z.output<typeof createSavedViewBody>,
): Promise<SavedView> {
  return context.db.$transaction(async (tx) => {
    // So that nobody else adds one between looking and writing.
    await lockUser(tx, userId);
    const count = await tx.savedView.count({ where: { userId } });
    if (count >= maxSavedViews) throw new AppError('too_many_views');
    await assertNameIsFree(tx, { userId, name });
    const row = await tx.savedView.create({ data: { userId, name, search, createdAt: context.now() } });
    return toView(row);
  });
}

/** Changes a view. Throws `not_found`, and `validation_failed` for a name that is taken. */
export async function editSavedView(
  context: Context,
  { userId, id }: OwnView,
  { name, search, isDefault }: z.output<typeof editSavedViewBody>,
): Promise<SavedView> {
  return context.db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const before = await tx.savedView.findFirst({ where: { id, userId } });
    if (!before) throw new AppError('not_found');
    if (name !== undefined) await assertNameIsFree(tx, { userId, name, except: id });
    if (isDefault) await clearDefaultView(tx, userId);
    const data = {
      ...(name !== undefined && { name }),
      ...(search !== undefined && { search }),
      ...(isDefault !== undefined && { isDefault }),
    };
    return toView(await tx.savedView.update({ where: { id, userId }, data }));
  });
}

/** Deletes a view. Throws `not_found`. */
export async function deleteSavedView(context: Context, { userId, id }: OwnView): Promise<void> {
  await context.db.$transaction(async (tx) => {
    // So that nobody changes it between looking and writing.
    await lockUser(tx, userId);
    const { count } = await tx.savedView.deleteMany({ where: { id, userId } });
    if (count === 0) throw new AppError('not_found');
  });
}

async function assertNameIsFree(
  tx: Tx,
  wanted: { userId: string; name: string; except?: string },
): Promise<void> {
  if (!(await isViewNameTaken(tx, wanted))) return;
  throw new AppError('validation_failed', { errors: { name: 'You have a view of this name already' } });
}

function toView({ id, name, search, isDefault, createdAt }: SavedViewRow): SavedView {
  return { id, name, search: readSearch(search), isDefault, createdAt: createdAt.toISOString() };
}

/** Returns what is stored of a search, without what a newer version wrote and this one does not know. */
function readSearch(stored: unknown): SavedView['search'] {
  const { search } = savedView.shape;
  const known = Object.entries(search.shape).flatMap(([key, field]) => {
    const { data } = field.safeParse((Object(stored) as Record<string, unknown>)[key]);
    return data === undefined ? [] : [[key, data]];
  });
  return search.parse(Object.fromEntries(known));
}
