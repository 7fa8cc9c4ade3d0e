import { Readable } from 'node:stream';
import { endpoints, pathOf } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import {
  assertReady,
  createDataExport,
  type DataExportDeps,
  readDataExport,
  readFile,
} from './data-exports.ts';

const { dataExports } = endpoints;

export function dataExportRoutes(app: FastifyInstance, deps: DataExportDeps): void {
  const route = serve(app);
  route(dataExports.read)(({ caller }) => readDataExport(caller.user.id, deps));
  route(dataExports.create)(({ caller, request }) =>
    createDataExport({ userId: caller.user.id, ipAddress: request.ip }, deps),
  );
  route(dataExports.open)(async ({ caller, params }) => {
    const { id } = await assertReady({ ...params, userId: caller.user.id }, deps);
    return { path: pathOf(dataExports.file, { params: { id } }) };
  });
  route(dataExports.file)(async ({ caller, params, reply }) => {
    const { id, fileName } = await assertReady({ ...params, userId: caller.user.id }, deps);
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(readFile(id, deps)));
  });
}
