import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type LegalPage, legalPages } from '@picksync/contracts';
import * as z from 'zod';

/** Returns the file in which a deployment keeps its own text of a page. */
export function getLegalFile(folder: string, page: LegalPage): string {
  return join(folder, `${page}.html`);
}

/** The setting of the texts that a deployment writes itself. A page without a file of its own has the text of the product. */
export const legalSettings = {
  LEGAL_DIR: z
    .string()
    .refine(
      (folder) => legalPages.some((page) => existsSync(getLegalFile(folder, page))),
      'is a folder with at least one of privacy.html, terms.html and imprint.html',
    )
    .optional(),
};
