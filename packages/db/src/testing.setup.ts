import type { TestProject } from 'vitest/node';
import { startTestServer, type TestServer } from './testing/test-server.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface is merged with the module's own
  interface ProvidedContext {
    templateDatabaseUrl: string;
    templateRuntimeUrl: string;
  }
}

/** Several projects of one run ask for a database; they share one server, which the last one stops. */
type SharedServer = {
  server?: Promise<TestServer>;
  users: number;
};

const holder = globalThis as { picksyncTestServer?: SharedServer };
holder.picksyncTestServer ??= { users: 0 };
const shared = holder.picksyncTestServer;

export async function setup(project: TestProject): Promise<void> {
  shared.users += 1;
  shared.server ??= startTestServer();
  const { templateUrl, runtimeUrl } = await shared.server;
  project.provide('templateDatabaseUrl', templateUrl);
  project.provide('templateRuntimeUrl', runtimeUrl);
}

export async function teardown(): Promise<void> {
  shared.users -= 1;
  if (shared.users > 0) return;
  const server = await shared.server;
  delete shared.server;
  await server?.stop();
}
