import type { PrismaClient } from '@picksync/db';
import { SmartsheetError, singleTry } from '@picksync/smartsheet-client';
import type { OpenClient } from '../smartsheet/open-client.ts';

/** A small call that takes longer counts as failed. */
const timeoutMs = 10_000;

/**
 * Makes one small call to find out whether an outage is over. Returns the error when it is not. Any other error means
 * that Smartsheet answers again; the work that follows deals with it.
 */
export async function probe(
  { connectionId, signal }: { connectionId: string; signal: AbortSignal },
  { prisma, openClient }: { prisma: PrismaClient; openClient: OpenClient },
): Promise<SmartsheetError | null> {
  const connection = await prisma.smartsheetConnection.findUnique({ where: { id: connectionId } });
  if (connection?.status !== 'connected') return null;
  try {
    await openClient({ connection, retry: singleTry }).users.me({ signal, timeoutMs });
    return null;
  } catch (error) {
    if (error instanceof SmartsheetError) return error.class === 'retry' ? error : null;
    throw error;
  }
}
