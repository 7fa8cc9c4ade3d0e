/** `replyTo`: where a reply goes, if not to our own address. `id`: ours, by which the provider finds the mail again. */
export type OutgoingMail = {
  subject: string;
  text: string;
  html: string;
  id: string;
  to: string;
  replyTo?: string | undefined;
  headers?: Record<string, string>;
};

export type Mailer = {
  send: (mail: OutgoingMail) => Promise<void>;
  /** Returns whether the provider has accepted the mail with this id. */
  wasAccepted: (id: string) => Promise<boolean>;
  /** Makes the provider deliver again to an address that it had given up after a bounce. */
  reactivate: (address: string) => Promise<void>;
};
