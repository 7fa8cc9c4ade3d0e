import * as z from 'zod';
import type { CallOptions } from './call-options.ts';
import { listAnswer } from './list-pages.ts';
import { accessLevel } from './sheets.wire.ts';
import { wireId, wireIdOrNull, wireName, wireText, wireTime } from './wire.ts';

/** Where sheets lie. */
export type Place = { kind: 'workspace' | 'folder'; id: string };

export type ListedPlace = Place & { name: string };

/** A sheet as the list of a place tells of it: without its columns, and without its version. */
const listedSheet = z
  .object({
    resourceType: z.literal('sheet'),
    id: wireId,
    name: wireName,
    accessLevel,
    permalink: wireText,
    createdAt: wireTime,
    /** Null where Smartsheet does not say when it was changed. */
    modifiedAt: wireTime,
  })
  .transform(({ resourceType: _, ...sheet }) => sheet);

export type ListedSheet = z.output<typeof listedSheet>;

const namedPlace = z.object({ id: wireId, name: wireName });

const listedFolder = z
  .object({ resourceType: z.literal('folder'), ...namedPlace.shape })
  .transform(({ id, name }): ListedPlace => ({ kind: 'folder', id, name }));

/** What is neither a folder nor a sheet, such as a report, is left out. */
const child = z.union([
  listedSheet.transform((sheet) => ({ id: sheet.id, sheet })),
  listedFolder.transform((folder) => ({ id: folder.id, folder })),
  z
    .object({
      resourceType: z.string().refine((type) => type !== 'sheet' && type !== 'folder'),
      id: wireIdOrNull,
    })
    .transform(({ id }) => ({ id })),
]);

export const childrenAnswer = listAnswer(child);

export const workspacesAnswer = listAnswer(
  namedPlace.transform(({ id, name }): ListedPlace => ({ kind: 'workspace', id, name })),
);

export const metadataSchema = namedPlace.transform(({ name }) => ({ name }));

/** What lies in a place itself. */
export type PlaceChildren = {
  folders: ListedPlace[];
  sheets: ListedSheet[];
  /** False where there are more pages than were read. */
  isWhole: boolean;
};

export type ListWorkspaces = CallOptions & {
  /** Pages that are read; default 10. */
  maxPages?: number | undefined;
};

export type ListChildren = ListWorkspaces & { place: Place };
