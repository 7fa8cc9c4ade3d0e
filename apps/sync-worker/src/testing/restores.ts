import { createOptionHashes, restoreFingerprint } from '@picksync/sync-engine';
import { expect } from 'vitest';
import type { TestAccount, World } from './world.ts';

/** An automation whose last run has removed options, with the copy of the list before. */
export type WithCopy = Awaited<ReturnType<World['newAutomation']>> & { copyId: string; runAt: Date };

/** Makes an automation that keeps copies, and has it remove options; `sync` waits until that is done. */
export async function makeCopy(
  world: World,
  input: {
    account: TestAccount;
    fields?: object;
    sync: (made: Awaited<ReturnType<World['newAutomation']>>) => Promise<void>;
  },
): Promise<WithCopy> {
  const { account, fields = {}, sync } = input;
  const made = await world.newAutomation({
    account,
    values: ['a', 'new'],
    options: ['a', 'b', 'c'],
    fields: { keepCopies: true, settingsVersion: 5, ...fields },
  });
  await sync(made);
  expect(await world.readOptions(made.automation)).toEqual(['a', 'new']);
  const copy = await world.prisma.listCopy.findFirstOrThrow({ where: { automationId: made.automation.id } });
  return { ...made, copyId: copy.id, runAt: copy.runAt ?? copy.at };
}

/** Requests a restore as the API does, by what a person saw in the dropdown. */
export async function requestRestore(world: World, made: WithCopy, saw: string[]): Promise<void> {
  const { id: automationId, connectionId } = made.automation;
  const at = new Date();
  const hash = createOptionHashes(world.environment.SECRET)(automationId);
  const fingerprint = restoreFingerprint(hash, { copyId: made.copyId, current: saw });
  const pending = {
    copyId: made.copyId,
    listBefore: made.runAt,
    fingerprint,
    requestedAt: at,
    endedAt: null,
  };
  await world.prisma.automation.update({ where: { id: automationId }, data: { restoringAt: at } });
  const row = { ...pending, refusal: null, added: 0, removed: 0 };
  await world.prisma.listRestore.upsert({
    where: { automationId },
    create: { automationId, ...row },
    update: row,
  });
  await world.mark(connectionId, { automationIds: [automationId] });
}
