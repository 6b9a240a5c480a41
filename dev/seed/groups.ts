import { groupSlugOf } from '../../contract/group-slug.ts'
import type { Platform } from '../platform.ts'

const DAY_MS = 86_400_000

const GROUPS: readonly [title: string, description: string, rules?: string][] = [
  ['Pond life', 'Herons, frogs and everything that lives near still water.', 'Be kind, and say what you drew.'],
  ['Night buses', 'The last bus, its passengers, and the light in it.'],
  ['Kitchens', 'Pots, lamps, and people who cook for others.', 'Drawn from life, please.'],
]
/** The challenge of the first group. */
const CHALLENGE = ['Frogs', 'Any frog of our pond, from memory or from life.'] as const
const REQUESTS: readonly [title: string, description: string][] = [
  ['Bridges', 'Seen from above, from below, or from a boat.'],
  ['Small animals', 'Drawn as large as the canvas.'],
]

/** Writes groups with their founders, members, sketches and chat rooms, a challenge, and requests for more. */
export async function writeGroups({ DB }: Platform, now: number): Promise<void> {
  const groups = JSON.stringify(
    GROUPS.map(([title, description, rules = '']) => ({ slug: groupSlugOf(title), title, description, rules })),
  )
  const requests = JSON.stringify(REQUESTS.map(([title, description]) => ({ title, description })))
  const artists = `(SELECT user_id, row_number() OVER (ORDER BY count(*) DESC, user_id) - 1 AS place
    FROM sketches WHERE listed_for_all = 1 GROUP BY user_id) AS artists`
  const thumbnail = (member: string) =>
    `(SELECT id FROM sketches WHERE user_id = ${member} AND listed_for_all = 1 ORDER BY id DESC LIMIT 1)`
  await DB.batch([
    DB.prepare(
      `INSERT INTO groups (slug, title, description, rules, user_id, official, latest_activity_at, created_at)
       SELECT value ->> 'slug', value ->> 'title', value ->> 'description', value ->> 'rules', artists.user_id,
         rows.key = 0, ?2 - rows.key * ${DAY_MS}, ?2 - 90 * ${DAY_MS} FROM json_each(?1) AS rows
       JOIN ${artists} ON artists.place = rows.key`,
    ).bind(groups, now),
    DB.prepare(
      `INSERT INTO group_members (group_id, user_id, role, joined_at)
       SELECT groups.id, users.id, iif(users.id = groups.user_id, 'owner', 'member'), groups.created_at + users.id * 1000
       FROM groups CROSS JOIN users WHERE users.id = groups.user_id OR (users.id + groups.id * 3) % 5 < 2`,
    ),
    DB.prepare(
      `INSERT INTO group_sketches (group_id, sketch_id, slot, artist_id, added_at, listed, listed_for_all)
       SELECT group_members.group_id, sketches.id, group_members.group_id, sketches.user_id, sketches.created_at, listed,
         listed_for_all
       FROM sketches JOIN group_members ON group_members.user_id = sketches.user_id
       WHERE (sketches.id + group_members.group_id) % 4 = 0 ORDER BY sketches.id`,
    ),
    DB.prepare(
      `UPDATE groups SET cover_sketch_id = ${thumbnail('groups.user_id')},
         members_count = (SELECT count(*) FROM group_members WHERE group_id = groups.id),
         listed_count = (SELECT count(*) FROM group_sketches WHERE group_id = groups.id AND listed = 1),
         listed_for_all_count = (SELECT count(*) FROM group_sketches WHERE group_id = groups.id AND listed_for_all = 1)`,
    ),
    DB.prepare(
      `INSERT INTO chat_rooms (channel, kind, owner_id, created_at)
       SELECT 'group-' || slug, 'group', user_id, created_at FROM groups`,
    ),
    DB.prepare(
      `INSERT INTO chat_room_members (room_id, user_id) SELECT chat_rooms.id, group_members.user_id FROM chat_rooms
       JOIN groups ON channel = 'group-' || slug JOIN group_members ON group_members.group_id = groups.id`,
    ),
    DB.prepare('INSERT INTO group_search (rowid, title, description) SELECT id, title, description FROM groups'),
    DB.prepare(
      `INSERT INTO group_requests (title, description, sketch_id, user_id, nickname, created_at)
       SELECT value ->> 'title', value ->> 'description', ${thumbnail('artists.user_id')}, artists.user_id,
         (SELECT nickname FROM users WHERE users.id = artists.user_id), ?2 - (rows.key + 1) * ${DAY_MS}
       FROM json_each(?1) AS rows JOIN ${artists} ON artists.place = 3 + rows.key`,
    ).bind(requests, now),
    DB.prepare('INSERT INTO group_request_search (rowid, title) SELECT id, title FROM group_requests'),
    DB.prepare(
      `INSERT INTO challenges (day, title, description, user_id, idea_id, group_id)
       SELECT ?3 / ${DAY_MS} - 3, ?1, ?2, user_id, 0, id FROM groups ORDER BY id LIMIT 1`,
    ).bind(...CHALLENGE, now),
    DB.prepare(
      `INSERT INTO challenge_entries (challenge_id, sketch_id, artist_id, entered_at, listed, listed_for_all)
       SELECT challenges.id, sketches.id, sketches.user_id, ?1 - ${DAY_MS}, 1, 1
       FROM challenges JOIN group_sketches ON group_sketches.group_id = challenges.group_id
       JOIN sketches ON sketches.id = group_sketches.sketch_id
       WHERE sketches.listed_for_all = 1 AND sketches.id NOT IN (SELECT sketch_id FROM challenge_entries)
       ORDER BY sketches.id LIMIT 4`,
    ).bind(now),
  ])
}
