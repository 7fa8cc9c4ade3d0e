import type { Readable } from 'node:stream';
import { AppError } from '@picksync/contracts';

/**
 * Passes the chunks of a body to `take`, one after another. While `take` is pending, the sender is held back. Throws what `take`
 * throws, `request_timeout`, and `malformed_request` when the sender is gone before the end.
 */
export function receiveBody(
  stream: Readable,
  { take, timeoutMs }: { take: (piece: Buffer) => Promise<void> | undefined; timeoutMs: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isStopped = false;
    const stop = (error?: unknown) => {
      if (isStopped) return;
      isStopped = true;
      clearTimeout(timer);
      stream.off('data', onData).pause();
      if (error === undefined) resolve();
      else reject(error);
    };
    const onData = (piece: Buffer) => {
      try {
        const pending = take(piece);
        if (!pending) return;
        stream.pause();
        pending.then(() => !isStopped && stream.resume(), stop);
      } catch (error) {
        stop(error);
      }
    };
    // Every stream closes in the end. The error, whose stack trace takes time, is created only when somebody gets it.
    const onClose = () => {
      if (!isStopped) stop(new AppError('malformed_request'));
    };
    const timer = setTimeout(() => stop(new AppError('request_timeout')), timeoutMs);
    // The listener for errors stays, because an error without a listener would end the process.
    stream
      .on('end', () => stop())
      .on('error', onClose)
      .on('close', onClose);
    if (stream.destroyed) onClose();
    else stream.on('data', onData);
  });
}
