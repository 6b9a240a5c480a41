import type { Platform } from '../../../dev/platform.ts'
import { CO_OP, POPULAR_TAG, PROLIFIC, READER } from '../../../dev/seed/bulk/who.ts'
import { encodeCursor } from '../../../worker/lib/cursor.ts'
import { firstMember } from './bulk-place.ts'

/** A list of sketches: where it is asked for, and a cursor in its middle, which lies deep inside equals. */
export type ListedMode = { what: string; path: string; middle: string; membersOnly: boolean }

/** Where a list stands in the database: its name in cursors, its table, what a row has to be, its keys. */
type Rows = { name: string; from: string; keys: [string, ...string[]]; path: string; membersOnly?: boolean }

/** Every list mode of galleries over the bulk rows, the sketch that is talked about, and one of the prolific artist's. */
export async function listModes({
  DB,
}: Platform): Promise<{ modes: ListedMode[]; talkedAbout: number; ofArtist: number }> {
  const first = await firstMember(DB)
  const [artist, reader] = [first + PROLIFIC, first + READER]
  const tag = await DB.prepare('SELECT id FROM tags WHERE name = ?').bind(POPULAR_TAG).first<number>('id')
  const sketches = 'sketches WHERE listed_for_all = 1'
  const tagged = `sketch_tags WHERE tag_id = ${tag} AND listed_for_all = 1`
  const modes: Record<string, Rows> = {
    recent: { name: 'recent', from: sketches, keys: ['id'], path: '/recentSketches?format=json' },
    featured: {
      name: 'featured',
      from: `${sketches} AND featured_at IS NOT NULL`,
      keys: ['featured_at', 'id'],
      path: '/featuredSketches?format=json',
    },
    hearts: {
      name: 'hearts',
      from: `${sketches} AND last_hearted_at IS NOT NULL`,
      keys: ['last_hearted_at', 'id'],
      path: '/recentHearts?format=json',
    },
    ...ranked('trending', 'trending', '/api/v2/index/trending?format=json'),
    ...ranked('tops', 'tops', '/topSketches/1?format=json'),
    ...ranked('tops7', 'tops7', '/topSketches/1?format=json&filter=7'),
    ...ranked('tops30', 'tops30', '/topSketches/1?format=json&filter=30'),
    user: {
      name: `user ${artist} recent`,
      from: `${sketches} AND user_id = ${artist}`,
      keys: ['id'],
      path: `/user/${artist}/sketches?format=json`,
    },
    'user by hearts': {
      name: `user ${artist} hearts`,
      from: `${sketches} AND user_id = ${artist}`,
      keys: ['hearts_count', 'id'],
      path: `/user/${artist}/sketches?format=json&sort=hearts`,
    },
    'hearts of one': {
      name: `hearts ${reader}`,
      from: `hearts WHERE user_id = ${reader}`,
      keys: ['created_at', 'sketch_id'],
      path: `/user/${reader}/hearts?format=json`,
    },
    tag: {
      name: `tag ${tag} recent`,
      from: tagged,
      keys: ['sketch_id'],
      path: `/tag/${POPULAR_TAG}/sketches?format=json`,
    },
    'tag by hearts': {
      name: `tag ${tag} hearts`,
      from: tagged,
      keys: ['hearts_count', 'sketch_id'],
      path: `/tag/${POPULAR_TAG}/sketches?format=json&sort=hearts`,
    },
    'co-op': {
      name: `co-op ${CO_OP}`,
      from: `${sketches} AND coop_id = ${CO_OP}`,
      keys: ['id'],
      path: `/api/v2/coOp/${CO_OP}?format=json`,
    },
    friends: {
      name: `friends ${reader}`,
      from: `feeds WHERE fan_id = ${reader}`,
      keys: ['sketch_id'],
      path: '/activity/1?format=json&filter=uploads',
      membersOnly: true,
    },
    recommended: {
      name: `recommended ${reader}`,
      from: `recommendations WHERE user_id = ${reader}`,
      keys: ['rank'],
      path: '/api/v2/user/recommendations?format=json',
      membersOnly: true,
    },
  }
  const all: ListedMode[] = []
  for (const [what, { name, from, keys, path, membersOnly = false }] of Object.entries(modes)) {
    const order = keys.map((key) => `${key} DESC`).join(', ')
    const row = await DB.prepare(
      `SELECT ${keys.join(', ')} FROM ${from} ORDER BY ${order} LIMIT 1 OFFSET (SELECT count(*) / 2 FROM ${from})`,
    ).first<Record<string, number>>()
    if (!row) throw new Error(`${what} is empty`)
    all.push({ what, path, middle: encodeCursor(name, Object.values(row)), membersOnly })
  }
  const talkedAbout = await DB.prepare('SELECT max(target_id) AS id FROM comments').first<number>('id')
  const ofArtist = await DB.prepare('SELECT max(id) AS id FROM sketches WHERE user_id = ? AND listed_for_all = 1')
    .bind(artist)
    .first<number>('id')
  return { modes: all, talkedAbout: talkedAbout ?? 0, ofArtist: ofArtist ?? 0 }
}

function ranked(what: string, list: string, path: string): Record<string, Rows> {
  return {
    [what]: { name: list, from: `ranked_sketches WHERE list = '${list}' AND rank_for_all > 0`, keys: ['rank'], path },
  }
}
