import { Readable } from 'node:stream';
import { endpoints, toPath } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { assertReady, createDataExport, readDataExport, readFile } from './data-exports.ts';

const { dataExports } = endpoints;

export function dataExportRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(dataExports.read)(({ caller }) => readDataExport(context, caller.user.id));
  route(dataExports.create)(({ caller, request }) =>
    createDataExport(context, { userId: caller.user.id, ipAddress: request.ip }),
  );
  route(dataExports.open)(async ({ caller, params }) => {
    const { id } = await assertReady(context, { ...params, userId: caller.user.id });
    return { path: toPath(dataExports.file, { params: { id } }) };
  });
  route(dataExports.file)(async ({ caller, params, reply }) => {
    const { fileName, ...file } = await assertReady(context, { ...params, userId: caller.user.id });
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(readFile(context, file)));
  });
}
