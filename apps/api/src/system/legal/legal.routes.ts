import { existsSync, readFileSync } from 'node:fs';
import { type LegalPage, legalPages } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { getLegalFile } from '../../base/legal.settings.ts';
import { renderLegalPage, renderLegalText } from './legal-page.ts';
import { defaultLegalText } from './legal-texts.ts';

/** Serves the legal pages to everybody: with the deployment's own text where there is one, else with that of the product. */
export function legalRoutes(app: FastifyInstance, { settings, payments }: Context): void {
  const hasPayments = Object.keys(payments.providers).length > 0;
  const readMain = (page: LegalPage) =>
    readOwnText(settings.legalDir, page) ??
    renderLegalText(defaultLegalText(page, { ...settings, hasPayments }));
  for (const page of legalPages) {
    const html = renderLegalPage(page, readMain(page), settings.publicOrigin);
    app.get(`/${page}`, (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'public, max-age=300').send(html),
    );
  }
}

function readOwnText(folder: string | undefined, page: LegalPage): string | undefined {
  const file = folder && getLegalFile(folder, page);
  return file && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
