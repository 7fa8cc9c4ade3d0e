import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedMail = {
  From: string;
  To: string;
  ReplyTo?: string;
  Subject: string;
  TextBody: string;
  HtmlBody: string;
};

/** A server that takes mails as Postmark does, and lets a test wait for the next one. */
export async function postmarkStandIn() {
  const received: ReceivedMail[] = [];
  let arrived = Promise.withResolvers<void>();

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.setHeader('content-type', 'application/json').end('{"ErrorCode":0,"Message":"OK"}');
    arrived.resolve();
    arrived = Promise.withResolvers();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    host: `http://127.0.0.1:${port}`,
    received,
    /** The mail with this number, counted from 0, once it has arrived. */
    async mail(index: number): Promise<ReceivedMail> {
      for (;;) {
        const mail = received[index];
        if (mail) return mail;
        await arrived.promise;
      }
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
