import { startStandInServer } from './stand-in-server.ts';

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
  const server = await startStandInServer(({ body }) => {
    received.push(JSON.parse(body));
    arrived.resolve();
    arrived = Promise.withResolvers();
    return { body: { ErrorCode: 0, Message: 'OK' } };
  });

  return {
    host: server.base,
    received,
    /** The mail with this number, counted from 0, once it has arrived. */
    async mail(index: number): Promise<ReceivedMail> {
      for (;;) {
        const mail = received[index];
        if (mail) return mail;
        await arrived.promise;
      }
    },
    close: () => server[Symbol.asyncDispose](),
  };
}
