export { freePort } from './server.ts';
export { startEmbeddedPostgres } from './start-embedded-postgres.ts';
