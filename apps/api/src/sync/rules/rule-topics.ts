import { Prisma } from '@picksync/db';
import type { Topic } from '../../mail/find-notices.ts';

const topic = 'sheet_waiting';

/** A sheet that has come after its rule, and waits for its owner or for room in the plan. */
const waits = Prisma.sql`m.state IN ('asks', 'choose', 'waits') AND NOT m.is_excluded AND r.is_active`;

/** What people are told of about their rules: never that a sheet was taken up. One that asks for a review has the mail of that. */
export const ruleTopics: readonly Topic[] = [
  {
    topic,
    due: () => Prisma.sql`
      SELECT m.user_id, m.id AS subject_id FROM rule_matches m JOIN rules r ON r.id = m.rule_id
      WHERE ${waits} AND m.first_seen_at > r.created_at`,
    over: () => Prisma.sql`
      SELECT n.subject_id FROM notices n
      LEFT JOIN (rule_matches m JOIN rules r ON r.id = m.rule_id) ON m.id = n.subject_id
      WHERE n.topic = ${topic} AND n.closed_at IS NULL AND (m.id IS NULL OR NOT (${waits}))`,
    mail: ({ batchId }) => ({ mail: topic, batchId, key: batchId }),
  },
];
