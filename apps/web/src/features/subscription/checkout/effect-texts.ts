import type { PlanEffects } from '@picksync/contracts';
import { counted } from '../../../ui/counted.ts';

/** Returns what a lower plan means for what there is now, in sentences. */
export function effectTexts(effects: PlanEffects, planName: string): string[] {
  const { active, limit, willPause, willWait, apiKeys, outgoingWebhooks, losesRealTime } = effects;
  const newest = willPause === 1 ? 'the newest is paused' : `the ${willPause} newest are paused`;
  const [uses, waits] = willWait === 1 ? ['uses', 'waits'] : ['use', 'wait'];
  const texts = [
    willPause > 0 &&
      `You have ${counted(active, 'active automation')}, ${planName} has room for ${limit}: ${newest}. Nothing is deleted.`,
    willWait > 0 &&
      `${counted(willWait, 'automation')} ${uses} settings that ${planName} does not have, and ${waits} until they are removed.`,
    apiKeys > 0 && `${counted(apiKeys, 'API key')} ${apiKeys === 1 ? 'stops' : 'stop'} working.`,
    outgoingWebhooks > 0 &&
      `${counted(outgoingWebhooks, 'outgoing webhook')} ${outgoingWebhooks === 1 ? 'is' : 'are'} not called any more.`,
    losesRealTime && 'Changes are found every 15 minutes instead of at once.',
  ].filter((text) => text !== false);
  return texts.length > 0 ? texts : ['All your automations go on as they are.'];
}
