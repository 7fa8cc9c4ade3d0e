import { availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';

export type Machine = {
  cores: number;
  processor: string;
  memoryGb: number;
  system: string;
  node: string;
};

export function machine(): Machine {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: platform(),
    node: process.version,
  };
}

/** Describes the machine in one line. */
export function machineText({ cores, processor, memoryGb, system, node }: Machine): string {
  return `${cores} cores (${processor}), ${memoryGb} GB, ${system}, Node ${node}`;
}

/** Returns the load average of the last minute. */
export function load(): number {
  return loadavg()[0] ?? 0;
}
