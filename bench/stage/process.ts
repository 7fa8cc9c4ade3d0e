import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export type LogLine = Record<string, unknown> & { msg?: string; address?: string; queue?: string };

export type BenchProcess = {
  pid: number;
  /** The lines logged so far; empty when the log goes to a file. */
  lines: LogLine[];
  /** Ends the process. Resolves when it has ended. */
  end: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  /** The peak memory in MB; undefined where the system does not report it. */
  peakMemoryMb: () => number | undefined;
  /** The memory it holds now, in MB; undefined where the system does not report it. */
  memoryMb: () => number | undefined;
  /** The processor time it has used, in seconds; undefined where the system does not report it. */
  cpuSeconds: () => number | undefined;
};

export type Start = {
  script: string;
  environment: Record<string, string | undefined>;
  /** The file for its log; without it the lines are kept in memory. */
  logFile?: string;
};

/** How long a process may take to shut down. */
const patienceMs = 20_000;

/** Starts a process as the product does: with an IPC channel to this one, so that it ends when this one does. */
export function startProcess({
  script,
  environment,
  logFile,
}: Start): BenchProcess & { child: ChildProcess } {
  const output = logFile === undefined ? 'pipe' : openSync(logFile, 'a');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: {
      PATH: process.env.PATH,
      // As `npm start` and the systemd units: without it each process keeps what strips the types in its memory.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...environment,
    },
    stdio: ['ignore', output, 'inherit', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const gone = once(child, 'exit').finally(() => process.off('exit', kill));
  const lines: LogLine[] = [];
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (text) => lines.push(JSON.parse(text)));
  }
  return {
    child,
    lines,
    pid: child.pid ?? 0,
    end: async (signal = 'SIGTERM') => {
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (isRunning) child.kill(signal);
      const timer = setTimeout(kill, patienceMs);
      await gone;
      clearTimeout(timer);
    },
    peakMemoryMb: () => readMemory(child.pid ?? 0, 'VmHWM'),
    memoryMb: () => readMemory(child.pid ?? 0, 'VmRSS'),
    cpuSeconds: () => cpuSeconds(child.pid ?? 0),
  };
}

function readMemory(pid: number, field: 'VmHWM' | 'VmRSS'): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

const ticksPerSecond = 100;

function cpuSeconds(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  // The fields behind the name, which may hold anything: the 12th and 13th are the time in the program and in the system.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
