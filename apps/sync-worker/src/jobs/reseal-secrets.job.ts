import { type PrismaClient, resealSecrets, type Sealer } from '@picksync/db';
import type { Logger } from 'pino';
import type { Work } from '../run-job.ts';

type ResealDeps = { prisma: PrismaClient; sealer: Sealer; log: Logger };

/** Seals with the first key what is sealed with another, so that a key can be replaced and then thrown away. */
export function resealSecretsJob({ prisma, sealer, log }: ResealDeps): Work<'reseal-secrets'> {
  return async ({ signal }) => {
    const report = await resealSecrets({ signal }, { prisma, sealer });
    if (report.left > 0) {
      log.warn(
        { ...report, key: sealer.keyId },
        'secrets are sealed with other keys than the first: keep those',
      );
    } else if (report.resealed > 0) {
      log.info(
        { ...report, key: sealer.keyId },
        'everything is sealed with the first key: other keys may go',
      );
    }
    return report;
  };
}
