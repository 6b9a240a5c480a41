import { env } from 'cloudflare:workers'
import type { Profile } from '../../../contract/http/users.ts'
import type { Person } from './people.ts'
import { jsonOf, requestJson, sendRequest } from './site.ts'

/** Sends a request whose body names a member. */
export function postAboutUser(path: string, as: Person | null, user: { id: number }) {
  return sendRequest(path, { as, body: { user: user.id } })
}

export const becomeFan = (as: Person, of: Person) => jsonOf(postAboutUser('/api/fan', as, of))
export const block = (as: Person, person: Person) => jsonOf(postAboutUser('/api/v2/user/block', as, person))
export const unblock = (as: Person, person: Person) => jsonOf(postAboutUser('/api/v2/user/unblock', as, person))
export const profileOf = (person: Person, as: Person | null = null): Promise<Profile> =>
  requestJson(`/api/user/${person.id}`, { as })

/** Inserts members without sessions; returns their ids in ascending order. */
export async function addMembers(count: number, nicknamePrefix: string): Promise<number[]> {
  const { results } = await env.DB.prepare(
    `INSERT INTO users (nickname, nickname_key, birth_date, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
      SELECT ?1 || ' ' || i, lower(?1) || ' ' || i, '1990-01-01', i FROM n
      RETURNING id`,
  )
    .bind(nicknamePrefix, count)
    .all<{ id: number }>()
  return results.map(({ id }) => id).sort((a, b) => a - b)
}

/** Inserts fans in this order, every three of them with the same time. */
export async function addFans(of: Person, ids: readonly number[]): Promise<void> {
  await env.DB.prepare(
    'INSERT INTO fans (user_id, fan_id, created_at) SELECT ?1, value, 1000 * (key / 3) FROM json_each(?2)',
  )
    .bind(of.id, JSON.stringify(ids))
    .run()
}

/** Adds members whom a member blocked, and who blocked this member. */
export async function addBlocks({ id }: Person, count: number): Promise<void> {
  const { last } = (await env.DB.prepare('SELECT max(id) AS last FROM users').first<{ last: number }>()) ?? { last: 0 }
  const others = `FROM users WHERE id > ?1`
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO users (nickname, nickname_key, birth_date, created_at)
        WITH RECURSIVE n(i) AS (SELECT ?1 + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 + ?2)
        SELECT 'Blocked ' || i, 'blocked ' || i, '1990-01-01', 1 FROM n`,
    ).bind(last, count),
    env.DB.prepare(`INSERT INTO blocks (user_id, blocked_id, created_at) SELECT ?2, id, 1 ${others}`).bind(last, id),
    env.DB.prepare(`INSERT INTO blocks (user_id, blocked_id, created_at) SELECT id, ?2, 1 ${others}`).bind(last, id),
  ])
}
