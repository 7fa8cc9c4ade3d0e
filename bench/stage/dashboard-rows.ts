import { randomInt, randomUUID } from 'node:crypto';
import { connectUser } from './accounts.ts';
import type { Stage } from './stage.ts';

const day = 24 * 60 * 60_000;
const runsEach = 12;

/** Connects a user to Smartsheet, and creates automations with their last runs, and three months of activity. */
export async function plantDashboard(
  stage: Stage,
  wanted: { userId: string; automations: number; activity: number },
): Promise<void> {
  const { prisma } = stage;
  const { userId } = wanted;
  const now = Date.now();
  const plan = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
  const { email } = await prisma.user.update({ where: { id: userId }, data: plan });
  const { connectionId } = await connectUser(stage, { userId, email });
  const automations = Array.from({ length: wanted.automations }, (_, number) => ({
    id: randomUUID(),
    userId,
    connectionId,
    name: `Clients into projects ${number}`,
    sourceSheetId: smartsheetId(),
    sourceSheetName: 'Clients',
    sourceColumnId: smartsheetId(),
    sourceColumnName: 'Client',
    sheetId: smartsheetId(),
    sheetName: `Projects ${number}`,
    targetColumnId: smartsheetId(),
    targetColumnName: 'Client',
    createdAt: new Date(now - number * day),
    lastUpdated: new Date(now - number),
    lastRunAt: new Date(now - number),
    lastRunOutcome: 'changed' as const,
    lastRunAdded: 2,
    lastRunRemoved: 1,
    lastRunOptionCount: 40,
  }));
  await prisma.automation.createMany({ data: automations });
  await prisma.automationRun.createMany({
    data: automations.flatMap(({ id: automationId }) =>
      Array.from({ length: runsEach }, (_, back) => ({
        automationId,
        at: new Date(now - back * 60_000),
        outcome: 'unchanged' as const,
        durationMs: 480,
      })),
    ),
  });
  await prisma.activityLog.createMany({
    data: Array.from({ length: wanted.activity }, (_, back) => ({
      userId,
      automationId: automations[back % automations.length]?.id ?? null,
      automationName: `Clients into projects ${back % automations.length}`,
      action: 'update_dropdown',
      status: 'success' as const,
      details: 'Updated "Client" in "Projects": 2 added, 1 removed.',
      added: 2,
      removed: 1,
      optionCount: 40,
      timestamp: new Date(now - (back * 90 * day) / wanted.activity),
    })),
  });
  await prisma.$executeRaw`ANALYZE`;
}

function smartsheetId() {
  return `${randomInt(1, 9)}${String(randomInt(0, 2 ** 47)).padStart(15, '0')}`;
}
