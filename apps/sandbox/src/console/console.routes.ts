import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';

/** The console page and the calls it makes. */
export function registerConsole(_app: FastifyInstance, _parts: Parts): void {}
