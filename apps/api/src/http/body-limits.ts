import { AppError } from '@picksync/contracts';
import { Semaphore } from 'async-mutex';

export type BodySizes = {
  /** For a body without a signature: a challenge has some hundred bytes. */
  maxUnsignedBytes: number;
  /** For a body that is kept and read. An event has some 200 bytes; a longer body is only hashed. */
  maxKeptBytes: number;
  /** For the longest body: a pasted block of cells is one callback. */
  maxBytes: number;
  /** For all bodies that are kept at once, and for those from one network. */
  maxMemoryBytes: number;
  maxMemoryBytesPerNetwork: number;
  /** Long bodies that are hashed at once, and those of one network. */
  maxLong: number;
  maxLongPerNetwork: number;
  /** For a body to arrive, waiting for a place among the long ones included. */
  bodyTimeoutMs: number;
};

const kiB = 1024;
const miB = 1024 * kiB;

export const defaultBodySizes: BodySizes = {
  maxUnsignedBytes: 4 * kiB,
  maxKeptBytes: 128 * kiB,
  maxBytes: 16 * miB,
  maxMemoryBytes: 32 * miB,
  maxMemoryBytesPerNetwork: 16 * miB,
  maxLong: 4,
  maxLongPerNetwork: 2,
  bodyTimeoutMs: 15_000,
};

export type BodyLimits = ReturnType<typeof createBodyLimits>;

/** Memory that is reserved for one body, piece by piece. */
export type ReservedMemory = { add: (bytes: number) => void; release: () => void };

/**
 * Creates the limits of memory and of hashing for all bodies of callbacks together. One network may use only a part, so that
 * nobody can keep Smartsheet out.
 */
export function createBodyLimits(sizes: BodySizes) {
  const memoryOf = new Map<string, number>();
  const longOf = new Map<string, Semaphore>();
  const long = new Semaphore(sizes.maxLong);
  let memory = 0;

  function changeMemory(network: string, bytes: number): void {
    const used = (memoryOf.get(network) ?? 0) + bytes;
    if (bytes > 0 && (memory + bytes > sizes.maxMemoryBytes || used > sizes.maxMemoryBytesPerNetwork)) {
      throw new AppError('unavailable', { details: { retryAfterSeconds: 30 } });
    }
    memory += bytes;
    if (used > 0) memoryOf.set(network, used);
    else memoryOf.delete(network);
  }

  return {
    ...sizes,
    /** Bytes that are kept now. */
    memoryInUse: () => memory,
    /** Returns memory that grows by `add`, which throws `unavailable` beyond the limit. */
    reserveMemory(network: string): ReservedMemory {
      let reserved = 0;
      return {
        add(bytes) {
          changeMemory(network, bytes);
          reserved += bytes;
        },
        release() {
          changeMemory(network, -reserved);
          reserved = 0;
        },
      };
    },
    /** Waits for a place among the long bodies. Returns the function that frees it, which may be called several times. */
    async enterLong(network: string): Promise<() => void> {
      const ofNetwork = longOf.get(network) ?? new Semaphore(sizes.maxLongPerNetwork);
      longOf.set(network, ofNetwork);
      const [, releaseOfNetwork] = await ofNetwork.acquire();
      const [, release] = await long.acquire();
      return () => {
        release();
        releaseOfNetwork();
        if (longOf.get(network) === ofNetwork && ofNetwork.getValue() === sizes.maxLongPerNetwork) {
          longOf.delete(network);
        }
      };
    },
  };
}
