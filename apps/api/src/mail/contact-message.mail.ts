import { type RenderedMail, renderMail } from './render-mail.ts';

export type ContactMessageFacts = { email: string; message: string; plan: string | null };

const planNames: Record<string, string> = {
  trial: 'Trial',
  free: 'Free',
  basic: 'Basic',
  premium: 'Premium',
};

/** For support: what somebody has written. An answer goes to them. */
export function contactMessageMail({ email, message, plan }: ContactMessageFacts): RenderedMail {
  const sender = plan === null ? 'a visitor' : `a user on ${planNames[plan] ?? plan}`;
  return renderMail({
    subject: `Message from ${sender}`,
    preview: `${email} wrote to support.`,
    blocks: [
      { kind: 'text', text: `${email}, ${sender}, wrote:` },
      ...message
        .split(/\n{2,}/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((text) => ({ kind: 'text', text }) as const),
      { kind: 'text', text: 'An answer to this mail goes to the sender. Nobody has confirmed the address.' },
    ],
  });
}
