import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

export type Machine = {
  cores: number;
  processor: string;
  memoryGb: number;
  system: string;
  node: string;
};

export const machine = (): Machine => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${release()}`,
  node: process.version,
});

/** In one line. */
export const machineText = ({ cores, processor, memoryGb, system, node }: Machine): string =>
  `${cores} cores (${processor}), ${memoryGb} GB, ${system}, Node ${node}`;

/** Average number of processes that wanted to run in the last minute. */
export const load = (): number => loadavg()[0] ?? 0;
