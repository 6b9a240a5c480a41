import { NOTIFICATION_CATEGORIES } from '../../../contract/http/notifications.ts'
import {
  ARTISTS_PAGE_SIZE,
  CASE_HISTORY_MAX,
  CASE_REPORTS_SHOWN,
  CHALLENGES_PAGE_SIZE,
  COMMENTS_PAGE_SIZE,
  COMPOS_PAGE_SIZE,
  FANS_PAGE_SIZE,
  GALLERY_PAGE_SIZE,
  MESSAGES_PAGE_SIZE,
  NOTIFICATIONS_PAGE_SIZE,
  POSTS_PAGE_SIZE,
  STREAMS_PAGE_SIZE,
  TOPICS_PAGE_SIZE,
} from '../../../contract/limits.ts'
import type { Platform } from '../../../dev/platform.ts'
import { CO_OP, POPULAR_TAG, PROLIFIC, READER, STAR } from '../../../dev/seed/bulk/members.ts'
import { LARGEST_CASE } from './bulk-cases.ts'
import { CLOSED_COMPO, OPEN_COMPO } from './bulk-compos.ts'
import { LARGEST_GROUP } from './bulk-groups.ts'
import { firstMember } from './bulk-site.ts'
import { COUNTED_MEMBER } from './bulk-stats.ts'
import { groupSources, staffSources } from './group-and-staff-lists.ts'
import { type Audience, rowsFor, type Source } from './list-source.ts'

/** Challenge, blocks of its viewer, entry and sketch of its picture. */
const ROWS_PER_CHALLENGE = 4
/** Topic, thread and other member; the topic again for the bounds of the page. */
const ROWS_OF_THREAD = 10
/** The categories of the forum, which come with each list of topics, read and sorted. */
const ROWS_OF_CATEGORIES = 20

/** Hours of 14 days, days of a year and months of ten years, and what else a call reads. */
const STATS_ROWS_MAX = 1500

/** `middle` are the keys of an item in the middle, among equal ones. */
export type List = {
  what: string
  path: string
  pageSize: number
  rowsMax: number
  middle: number[]
  audience: Audience
}

/** `body` is posted. */
export type Page = { what: string; path: string; body?: object; rowsMax: number; audience?: Audience }

/** All lists with a cursor, and the pages without one. */
export async function bulkLists({ DB }: Platform): Promise<{ lists: List[]; pages: Page[] }> {
  const number = async (query: string) => {
    const found = await DB.prepare(query).first<number>('number')
    if (found === null) throw new Error(`no row: ${query}`)
    return found
  }
  const first = await firstMember(DB)
  const [artist, reader] = [first + PROLIFIC, first + READER]
  const tag = await number(`SELECT id AS number FROM tags WHERE name = '${POPULAR_TAG}'`)
  const challenge = await number('SELECT max(id) AS number FROM challenges')
  const thread = await number('SELECT max(id) AS number FROM message_threads')
  const lists: List[] = []
  const sources = {
    ...sourcesOf({ artist, reader, star: first + STAR, tag, challenge, thread }),
    ...compoSources,
    ...groupSources(await number(`SELECT ${LARGEST_GROUP} AS number`)),
    ...staffSources,
  }
  for (const [what, source] of Object.entries(sources)) {
    const {
      from,
      keys,
      path,
      pageSize = GALLERY_PAGE_SIZE,
      rowsMax = rowsFor(pageSize),
      audience = 'everyone',
    } = source
    const order = keys.map((key) => `${key} DESC`).join(', ')
    const row = await DB.prepare(
      `SELECT ${keys.join(', ')} FROM ${from} ORDER BY ${order} LIMIT 1 OFFSET (SELECT count(*) / 2 FROM ${from})`,
    ).first<Record<string, number>>()
    if (!row) throw new Error(`${what} is empty`)
    lists.push({ what, path, pageSize, rowsMax, middle: Object.values(row), audience })
  }
  const ofArtist = await number(
    `SELECT max(id) AS number FROM sketches WHERE user_id = ${artist} AND listed_for_all = 1`,
  )
  const commented = await number('SELECT max(target_id) AS number FROM comments')
  const stream = await number(`SELECT max(id) AS number FROM streams WHERE state = 'live' AND mature = 0`)
  const topic = await number('SELECT max(id) AS number FROM forum_topics')
  const lastPage = await number(
    `SELECT (latest_number - 1) / ${POSTS_PAGE_SIZE} + 1 AS number FROM forum_topics WHERE id = ${topic}`,
  )
  const challenges = { path: '/api/v2/challenge', rowsMax: rowsFor(CHALLENGES_PAGE_SIZE, ROWS_PER_CHALLENGE) }
  const pages: Page[] = [
    { what: 'sketch', path: `/api/v2/sketch/${ofArtist}`, rowsMax: rowsFor(GALLERY_PAGE_SIZE) },
    { what: 'comments', path: `/api/comments/${commented}?type=sketch`, rowsMax: rowsFor(COMMENTS_PAGE_SIZE) },
    { ...challenges, what: 'challenges, page 1' },
    { ...challenges, what: 'challenges, page 10', path: `${challenges.path}?page=10` },
    {
      what: 'challenges, search',
      path: '/api/v2/search/challenge',
      body: { query: 'chal' },
      // Searching also reads the index of words, once for each challenge.
      rowsMax: rowsFor(CHALLENGES_PAGE_SIZE, ROWS_PER_CHALLENGE + 1),
    },
    { what: 'streams, live and announced', path: '/api/v2/streams', rowsMax: rowsFor(2 * STREAMS_PAGE_SIZE) },
    {
      what: 'topic, last page',
      path: `/api/v2/forum/topic/${topic}?page=${lastPage}`,
      rowsMax: rowsFor(POSTS_PAGE_SIZE),
    },
    { what: 'stream', path: `/api/v2/stream/${stream}`, rowsMax: rowsFor(1) },
    {
      what: 'statistics of ten years',
      path: `/api/v2/stats?user=${await number(`SELECT ${COUNTED_MEMBER} AS number`)}`,
      audience: 'staff',
      rowsMax: STATS_ROWS_MAX,
    },
    {
      what: 'case with many reports',
      path: `/api/v2/gloperate/case?id=${await number(`SELECT ${LARGEST_CASE} AS number`)}`,
      audience: 'staff',
      rowsMax: rowsFor(CASE_REPORTS_SHOWN + 2 * CASE_HISTORY_MAX),
    },
  ]
  return { lists, pages }
}

/** Builds a cursor after the item with these keys from another cursor of the list. */
export function cursorAfter(firstCursor: string, keys: readonly number[]): string {
  const [name] = JSON.parse(Buffer.from(firstCursor, 'base64url').toString()) as [string]
  return Buffer.from(JSON.stringify([name, ...keys])).toString('base64url')
}

const entriesOf = (key: string) =>
  `(SELECT compo_entries.*, (position IS NOT NULL) AS list_order FROM compo_entries
    WHERE compo_id = (SELECT id FROM compos WHERE key = '${key}') AND listed_for_all = 1)`

const compoSources: Record<string, Source> = {
  compos: {
    from: 'compos',
    keys: ['starts_at', 'id'],
    path: '/api/v2/compo',
    pageSize: COMPOS_PAGE_SIZE,
    rowsMax: rowsFor(COMPOS_PAGE_SIZE),
  },
  'entries of a compo': {
    from: entriesOf(OPEN_COMPO),
    keys: ['list_order', 'entry_id'],
    path: `/compo/${OPEN_COMPO}/1?format=json`,
  },
  'entries of a compo by place': {
    from: entriesOf(CLOSED_COMPO),
    keys: ['list_order', 'position'],
    path: `/compo/${CLOSED_COMPO}/1?format=json`,
  },
}

type Ids = { artist: number; reader: number; star: number; tag: number; challenge: number; thread: number }

function sourcesOf({ artist, reader, star, tag, challenge, thread }: Ids): Record<string, Source> {
  const sketches = 'sketches WHERE listed_for_all = 1'
  const tagged = `sketch_tags WHERE tag_id = ${tag} AND listed_for_all = 1`
  const streams = { pageSize: STREAMS_PAGE_SIZE }
  const topics = { pageSize: TOPICS_PAGE_SIZE, rowsMax: rowsFor(TOPICS_PAGE_SIZE, 4) + ROWS_OF_CATEGORIES }
  return {
    recent: { from: sketches, keys: ['id'], path: '/recentSketches?format=json' },
    featured: {
      from: `${sketches} AND featured_at IS NOT NULL`,
      keys: ['featured_at', 'id'],
      path: '/featuredSketches?format=json',
    },
    hearts: {
      from: `${sketches} AND last_hearted_at IS NOT NULL`,
      keys: ['last_hearted_at', 'id'],
      path: '/recentHearts?format=json',
    },
    trending: ranked('trending', '/api/v2/index/trending?format=json'),
    tops: ranked('tops', '/topSketches/1?format=json'),
    tops7: ranked('tops7', '/topSketches/1?format=json&filter=7'),
    tops30: ranked('tops30', '/topSketches/1?format=json&filter=30'),
    user: { from: `${sketches} AND user_id = ${artist}`, keys: ['id'], path: `/user/${artist}/sketches?format=json` },
    'user by hearts': {
      from: `${sketches} AND user_id = ${artist}`,
      keys: ['hearts_count', 'id'],
      path: `/user/${artist}/sketches?format=json&sort=hearts`,
    },
    'hearts of one member': {
      from: `hearts WHERE user_id = ${reader}`,
      keys: ['created_at', 'sketch_id'],
      path: `/user/${reader}/hearts?format=json`,
    },
    tag: { from: tagged, keys: ['sketch_id'], path: `/tag/${POPULAR_TAG}/sketches?format=json` },
    'tag by hearts': {
      from: tagged,
      keys: ['hearts_count', 'sketch_id'],
      path: `/tag/${POPULAR_TAG}/sketches?format=json&sort=hearts`,
    },
    'co-op': {
      from: `${sketches} AND coop_id = ${CO_OP}`,
      keys: ['id'],
      path: `/api/v2/coOp/${CO_OP}?format=json`,
    },
    friends: {
      from: `feed_sketches WHERE fan_id = ${reader}`,
      keys: ['sketch_id'],
      path: '/activity/1?format=json&filter=uploads',
      audience: 'members',
    },
    recommended: {
      from: `recommendations WHERE user_id = ${reader}`,
      keys: ['rank'],
      path: '/api/v2/user/recommendations?format=json',
      audience: 'members',
    },
    // The page of a challenge: its entries, itself and its author, and those of the days before and after it.
    challenge: {
      rowsMax: rowsFor(GALLERY_PAGE_SIZE) + 3 * ROWS_PER_CHALLENGE + 1,
      from: `challenge_entries WHERE challenge_id = ${challenge} AND listed_for_all = 1`,
      keys: ['entry_id'],
      path: `/api/v2/challenge/${challenge}`,
    },
    topics: {
      ...topics,
      from: `forum_topics WHERE state <> 'removed'`,
      keys: ['latest_at', 'id'],
      path: '/api/v2/forum/topics',
    },
    'topics of a category': {
      ...topics,
      from: `forum_topics WHERE state <> 'removed' AND category_id = 2`,
      keys: ['pinned', 'latest_at', 'id'],
      path: '/api/v2/forum/topics?category=critique',
    },
    'watched topics': {
      ...topics,
      from: `forum_readers WHERE user_id = ${reader} AND watched = 1`,
      keys: ['active_at', 'topic_id'],
      path: '/api/v2/forum/topics?show=watched',
      audience: 'members',
    },
    'posts found in the forum': {
      pageSize: TOPICS_PAGE_SIZE,
      rowsMax: rowsFor(TOPICS_PAGE_SIZE),
      from: 'forum_posts',
      keys: ['id'],
      path: '/api/v2/forum/search?query=post',
    },
    'live streams': {
      ...streams,
      from: `streams WHERE state = 'live' AND mature = 0`,
      keys: ['viewers_count', 'id'],
      path: '/api/v2/streams/live',
    },
    'announced streams': {
      ...streams,
      from: `streams WHERE state = 'announced' AND mature = 0`,
      keys: ['starts_at', 'id'],
      path: '/api/v2/streams/announced',
    },
    replays: {
      ...streams,
      from: `streams WHERE replay = 'kept' AND mature = 0`,
      keys: ['ended_at', 'id'],
      path: '/api/v2/streams/replays',
    },
    'artists by fans': artistsBy('fans', 'fans_count'),
    'artists by glops': artistsBy('glops', 'glops'),
    'artists by sketches': artistsBy('sketches', 'sketches_for_all_count'),
    'fans of a member': {
      pageSize: FANS_PAGE_SIZE,
      from: `fans WHERE user_id = ${star}`,
      keys: ['created_at', 'fan_id'],
      path: `/api/v2/fan/followers?user=${star}`,
    },
    'artists that a member follows': {
      pageSize: FANS_PAGE_SIZE,
      from: `fans WHERE fan_id = ${star}`,
      keys: ['created_at', 'user_id'],
      path: `/api/v2/fan/following?user=${star}`,
    },
    messages: {
      pageSize: MESSAGES_PAGE_SIZE,
      // Each page has the counts of both folders, too.
      rowsMax: rowsFor(MESSAGES_PAGE_SIZE) + 2,
      from: `message_topics WHERE user_id = ${reader} AND folder = 'inbox' AND blocked = 0`,
      keys: ['latest_at', 'thread_id'],
      path: '/api/v2/messages',
      audience: 'members',
    },
    'posts of a thread': {
      pageSize: POSTS_PAGE_SIZE,
      rowsMax: rowsFor(POSTS_PAGE_SIZE) + ROWS_OF_THREAD,
      from: `message_posts WHERE thread_id = ${thread}`,
      keys: ['number'],
      path: `/api/v2/message/posts?id=${thread}`,
      audience: 'members',
    },
    notices: {
      pageSize: NOTIFICATIONS_PAGE_SIZE,
      // Each page says what is unread, too: a row for each category, and one that ends them.
      rowsMax: rowsFor(NOTIFICATIONS_PAGE_SIZE) + NOTIFICATION_CATEGORIES.length + 1,
      from: `notifications WHERE user_id = ${reader}`,
      keys: ['occurred_at', 'id'],
      path: '/api/v2/notices',
      audience: 'members',
    },
  }
}

function artistsBy(sort: string, key: string): Source {
  return {
    pageSize: ARTISTS_PAGE_SIZE,
    rowsMax: rowsFor(ARTISTS_PAGE_SIZE),
    from: 'users WHERE merged_into_id IS NULL AND deleted_at IS NULL',
    keys: [key, 'id'],
    path: `/api/v2/users?sort=${sort}`,
  }
}

function ranked(list: string, path: string): Source {
  return { from: `ranked_sketches WHERE list = '${list}' AND rank_for_all > 0`, keys: ['rank'], path }
}
