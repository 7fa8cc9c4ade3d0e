import type { Automation } from '@picksync/contracts';
import type { LucideIcon } from 'lucide-react';

export type Command = {
  id: string;
  label: string;
  icon: LucideIcon;
  /** A word beside it, such as how the automation stands. */
  note?: string;
  keys?: readonly string[];
  /** What it is found by besides its label. */
  words?: string;
  /** What it does; of an automation, one of the two things that are done to it. */
  act: (() => void) | { automation: Automation; is: 'sync' | 'toggle' };
};

export type CommandGroup = { title: string; commands: readonly Command[] };

/** At most so many of a group are shown; whoever types more sees the others. */
const mostOfGroup = 6;

function splitWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Returns the groups with the commands that have each word of `search`, those first whose label begins with it. */
export function findCommands(groups: readonly CommandGroup[], search: string): CommandGroup[] {
  const words = splitWords(search);
  const start = search.trim().toLowerCase();
  return groups
    .map(({ title, commands }) => {
      const found = commands.filter(({ label, words: others = '', note = '' }) => {
        const text = `${label} ${others} ${note}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
      const begins = ({ label }: Command) => (label.toLowerCase().startsWith(start) ? 0 : 1);
      return { title, commands: found.sort((a, b) => begins(a) - begins(b)).slice(0, mostOfGroup) };
    })
    .filter(({ commands }) => commands.length > 0);
}
