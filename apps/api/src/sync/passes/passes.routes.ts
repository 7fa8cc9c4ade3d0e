import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type PassDeps, readPass } from './read-pass.ts';

export function passRoutes(app: FastifyInstance, deps: PassDeps): void {
  serve(app)(endpoints.automations.pass)(({ caller, params }) =>
    readPass({ userId: caller.user.id, passId: params.id }, deps),
  );
}
