import { setTimeout as pause } from 'node:timers/promises';
import type { Processes } from '../processes.ts';
import { retryForAMinute } from '../retry-for-a-minute.ts';
import { drawRuleSettings, listOwn, saveSettings } from './rule-edits.ts';
import type { RuleScene } from './rule-model.ts';

const withinMs = 20_000;

/**
 * Gives a rule settings for which each of its targets is read, and kills the process that looks when some of its automations have
 * them and some do not. Returns whether it came to that.
 */
export async function interruptEdit(
  scene: RuleScene,
  { processes, count }: { processes: Processes; count: (name: string) => void },
): Promise<boolean> {
  const { stage, place, random } = scene;
  const [rule] = place.rules.filter(
    (one) => one.isActive && listOwn(scene, one).filter(({ isGone }) => !isGone).length > 1,
  );
  if (!rule) return false;
  await stage.sandbox.faults({ webhookLoss: 1, lagMs: 60 });
  const splitValues = rule.settings.splitValues === null ? ';' : null;
  await saveSettings(scene, rule, { ...drawRuleSettings(scene), splitValues });
  const readShare = async () => {
    const where = { ruleId: rule.id, leftRuleAt: null };
    const rows = await stage.prisma.automation.findMany({ where, select: { splitValues: true } });
    return rows.filter((row) => row.splitValues === splitValues).length / rows.length;
  };
  const endsAt = performance.now() + withinMs;
  let share = 0;
  while (share === 0 && performance.now() < endsAt) {
    await pause(5);
    share = await retryForAMinute(readShare);
  }
  const isCaught = share > 0 && share < 1;
  if (isCaught) {
    count('kill -9 of the API between two automations that get the settings of their rule');
    await processes.killApi();
  }
  if (random.chance(0.3)) await processes.killWorker(random);
  await stage.sandbox.faults({ webhookLoss: 1 });
  return true;
}
