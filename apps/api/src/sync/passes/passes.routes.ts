import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { readPass } from './read-pass.ts';

export function passRoutes(app: FastifyInstance, context: Context): void {
  serve(app)(endpoints.automations.pass)(({ caller, params }) =>
    readPass(context, { userId: caller.user.id, passId: params.id }),
  );
}
