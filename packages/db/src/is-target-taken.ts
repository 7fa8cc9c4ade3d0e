import { Prisma } from './generated/client.ts';

/**
 * Returns whether a statement failed because another automation holds the claim on the target column. Triggers keep the
 * claims: inserting, activating or moving an automation makes one.
 */
export function isTargetTaken(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return error.code === 'P2002' && error.meta?.modelName === 'TargetClaim';
}
