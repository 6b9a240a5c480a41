import { sql } from 'drizzle-orm'
import { type Section, section } from './section.ts'

const memberships = section({
  name: 'groups',
  references: ['group_members.user_id', 'groups.user_id'],
  limit: 2000,
  read: ({ db, userId, limit }) =>
    db.all<{ group: string; title: string; role: string; founded: number; joinedAt: number }>(
      sql`SELECT slug AS "group", title, role, groups.user_id = ${userId} AS founded, joined_at AS joinedAt
        FROM group_members JOIN groups ON groups.id = group_members.group_id
        WHERE group_members.user_id = ${userId} LIMIT ${limit}`,
    ),
  show: ({ founded, ...row }) => ({ ...row, founded: founded === 1 }),
})

const requested = section({
  name: 'group-requests',
  references: ['group_requests.user_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db.all<{ id: number; title: string; description: string; sketch: number | null; state: string; createdAt: number }>(
      sql`SELECT id, title, description, sketch_id AS sketch, state, message, upvotes_count AS upvotes,
          created_at AS createdAt
        FROM group_requests WHERE user_id = ${userId} AND id > ${id} ORDER BY id LIMIT ${limit}`,
    ),
  at: ({ id }) => [id],
})

const votes = section({
  name: 'group-votes',
  references: ['group_request_votes.user_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db.all<{ request: number; createdAt: number }>(
      sql`SELECT request_id AS request, created_at AS createdAt FROM group_request_votes
        WHERE user_id = ${userId} AND request_id > ${id} ORDER BY request_id LIMIT ${limit}`,
    ),
  at: ({ request }) => [request],
})

const suggested = section({
  name: 'group-suggestions',
  references: ['group_feature_requests.user_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db.all<{ id: number; group: string; sketch: number; message: string; state: string; createdAt: number }>(
      sql`SELECT request.id, slug AS "group", sketch_id AS sketch, message, state, reply, request.created_at AS createdAt
        FROM group_feature_requests AS request JOIN groups ON groups.id = request.group_id
        WHERE request.user_id = ${userId} AND request.id > ${id} ORDER BY request.id LIMIT ${limit}`,
    ),
  at: ({ id }) => [id],
})

const acts = section({
  name: 'group-activity',
  references: ['group_activity.user_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db.all<{ id: number; kind: string; group: string | null; sketch: number | null; createdAt: number }>(
      sql`SELECT activity.id, kind, (SELECT slug FROM groups WHERE groups.id = activity.group_id) AS "group",
          sketch_id AS sketch, created_at AS createdAt
        FROM group_activity AS activity WHERE user_id = ${userId} AND activity.id > ${id} ORDER BY activity.id LIMIT ${limit}`,
    ),
  at: ({ id }) => [id],
})

const sketchesInGroups = section({
  name: 'sketches-in-groups',
  references: ['group_sketches.artist_id'],
  read: ({ db, userId, after: [sketch = 0, slot = 0], limit }) =>
    db.all<{ sketch: number; slot: number; group: string; addedAt: number }>(
      sql`SELECT sketches.id AS sketch, slot, slug AS "group", added_at AS addedAt
        FROM sketches JOIN group_sketches ON group_sketches.sketch_id = sketches.id
        JOIN groups ON groups.id = group_sketches.group_id
        WHERE sketches.user_id = ${userId} AND sketches.id >= ${sketch} AND (sketches.id, slot) > (${sketch}, ${slot})
        ORDER BY sketches.id, slot LIMIT ${limit}`,
    ),
  at: ({ sketch, slot }) => [sketch, slot],
  show: ({ slot: _slot, ...row }) => row,
})

export const GROUP_SECTIONS: readonly Section[] = [memberships, requested, votes, suggested, acts, sketchesInGroups]
