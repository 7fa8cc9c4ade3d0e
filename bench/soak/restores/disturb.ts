import { setTimeout as pause } from 'node:timers/promises';
import type { SoakScene } from '../people.ts';
import type { Processes } from '../processes.ts';
import { heal, settle } from '../settle.ts';
import { troubles } from '../troubles.ts';

type Trouble = (typeof troubles)[number];

export type Steps = { processes: Processes; done: Map<string, number> };

/** What may break meanwhile: what loses no connection. */
const disturbing = [
  ...troubles.filter(({ name }) => !/tokens|webhook|callbacks|works again|permission/.test(name)),
  {
    weight: 8,
    name: 'files are not taken',
    make: ({ stage, random }: SoakScene) => {
      const operations = [random.pick(['attachments.add', 'attachments.get', 'attachments.list'])];
      const reset = random.pick(['before', 'after']);
      return stage.sandbox.faults({ reset, operations, times: 1 + random.below(3) });
    },
  },
];

/** Breaks something for a moment, heals it and waits until all is at rest. Throws `Breach` for what must not happen even then. */
export async function disturb(
  scene: SoakScene,
  { processes, done }: Steps,
  more: readonly Trouble[] = [],
): Promise<void> {
  const trouble = scene.random.weigh([...disturbing, ...more]);
  done.set(trouble.name, (done.get(trouble.name) ?? 0) + 1);
  await pause(scene.random.below(200));
  await trouble.make(scene, processes);
  await pause(scene.random.below(1_200));
  await heal(scene, processes, { webhookLoss: 1 });
  await settle(scene);
}
