import { READER, STAFF } from '../../../dev/seed/bulk/members.ts'
import { FAR_MS, upTo } from './bulk-numbers.ts'

/** Sketches for each group, request and suggestion. */
const SKETCHES_PER_GROUP = 10
/** Members who ask and act, besides those of the largest group: more than the items of a page. */
const ACTIVE_MEMBERS = 400

/** The last group, which has all members of the crowd and all sketches. */
export const LARGEST_GROUP = '(SELECT max(id) FROM groups)'

/**
 * SQL that adds groups, with many equal keys of each order but the newest, and their queues. Items of a page of a queue
 * differ in group, sketch and member; every third suggestion and every second request is decided. The members who read
 * the lists voted for all requests.
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
    `INSERT INTO group_requests (title, description, sketch_id, user_id, nickname, state, created_at)
     ${upTo(2 * count)} SELECT 'Request ' || i, 'A group.', ${firstSketch} + i, ${activeMember('i')}, 'Member',
       iif(i % 2 = 0, 'approved', 'pending'), ${FAR_MS} FROM n`,
    `INSERT INTO group_request_votes (request_id, user_id, created_at)
     SELECT group_requests.id, users.id, 0 FROM group_requests CROSS JOIN users
     WHERE users.id IN (${member} + ${READER}, ${member} + ${STAFF})`,
    `INSERT INTO group_feature_requests (group_id, group_slug, group_title, sketch_id, user_id, nickname, message, state,
       created_at)
     ${upTo(count)} SELECT groups.id, slug, title, ${firstSketch} + i, ${activeMember('i')}, 'Member', '',
       iif(i % 3 = 0, 'approved', 'pending'), i FROM n JOIN groups ON groups.id = ${firstGroup} + i - 1`,
    `INSERT INTO group_activity (kind, user_id, group_id, group_slug, group_title, sketch_id, created_at)
     SELECT 'sketch_suggested', user_id, group_id, group_slug, group_title, sketch_id, created_at
     FROM group_feature_requests ORDER BY id`,
  ]
}
