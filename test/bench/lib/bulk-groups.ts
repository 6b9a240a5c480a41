import { FAR_MS, upTo } from './bulk-numbers.ts'

/** Sketches for each group, request and suggestion. */
const SKETCHES_PER_GROUP = 10
/** Members who ask and act, besides those of the largest group. */
const ACTIVE_MEMBERS = 40

/** The last group, which has all members of the crowd and all sketches. */
export const LARGEST_GROUP = '(SELECT max(id) FROM groups)'

/**
 * SQL that adds groups, with many equal keys of each order but the newest, and their queues. A member suggests three
 * sketches in a row, and a group gets five; every third suggestion and every second request is decided.
 */
export function groupRows(sketches: number): string[] {
  const member = `(SELECT id FROM users WHERE nickname_key = 'bulk 1')`
  const [firstSketch, firstGroup] = ['(SELECT min(id) FROM sketches)', '(SELECT min(id) FROM groups)']
  const count = Math.floor(sketches / SKETCHES_PER_GROUP)
  const activeMember = (number: string) => `${member} + (${number}) % ${ACTIVE_MEMBERS}`
  return [
    `INSERT INTO groups (slug, title, description, cover_sketch_id, user_id, members_count, listed_count, listed_for_all_count,
       glops, upvotes_count, latest_activity_at, created_at)
     ${upTo(count)} SELECT 'bulk-' || i, 'Group ' || i, 'A group.', ${firstSketch} + i, ${activeMember('i')}, i / 10, i / 10,
       i / 10, i / 10, i / 10, i / 10, i FROM n`,
    `INSERT INTO group_members (group_id, user_id, role, joined_at)
     SELECT ${LARGEST_GROUP}, id, 'member', id / 10 FROM users WHERE nickname_key >= 'crowd ' AND nickname_key < 'crowd!'`,
    `INSERT INTO group_sketches (group_id, sketch_id, slot, artist_id, added_at, listed, listed_for_all)
     SELECT ${LARGEST_GROUP}, id, 1, user_id, 0, listed, listed_for_all FROM sketches ORDER BY id`,
    `INSERT INTO group_requests (title, description, sketch_id, user_id, state, created_at)
     ${upTo(2 * count)} SELECT 'Request ' || i, 'A group.', ${firstSketch} + i, ${activeMember('i')},
       iif(i % 2 = 0, 'approved', 'pending'), ${FAR_MS} FROM n`,
    `INSERT INTO group_feature_requests (group_id, sketch_id, user_id, message, state, created_at)
     ${upTo(count)} SELECT ${firstGroup} + i / 5, ${firstSketch} + i, ${activeMember('i / 3')}, '',
       iif(i % 3 = 0, 'approved', 'pending'), i FROM n`,
    `INSERT INTO group_activity (kind, user_id, group_id, sketch_id, created_at)
     ${upTo(count)} SELECT 'sketch_suggested', ${activeMember('i / 3')}, ${firstGroup} + i / 5, ${firstSketch} + i, i FROM n`,
  ]
}
