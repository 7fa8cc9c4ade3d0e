import { SmartsheetError, singleTry } from '@picksync/smartsheet-client';
import type { Context, OpenClient } from '../context.ts';

/** A probe that takes longer has failed. */
const probeTimeoutMs = 10_000;

/**
 * Makes one small call to find out whether an outage is over. Returns the error when it is not. Any other error means
 * that Smartsheet answers again; the work that follows deals with it.
 */
export async function probeOutage(
  { prisma }: Context,
  { connectionId, openClient, signal }: { connectionId: string; openClient: OpenClient; signal: AbortSignal },
): Promise<SmartsheetError | null> {
  const connection = await prisma.smartsheetConnection.findUnique({ where: { id: connectionId } });
  if (connection?.status !== 'connected') return null;
  try {
    await openClient({ connection, retry: singleTry }).users.me({ signal, timeoutMs: probeTimeoutMs });
    return null;
  } catch (error) {
    if (error instanceof SmartsheetError) return error.class === 'retry' ? error : null;
    throw error;
  }
}
