import type { DatabaseSync } from 'node:sqlite'
import { openDatabaseFile } from '../../../dev/database-file.ts'
import { MEMBERS, READER, STAFF, STAR } from '../../../dev/seed/bulk/members.ts'
import { withoutTriggers } from '../../../dev/seed/bulk/without-triggers.ts'
import type { LocalSite } from '../../../dev/settings.ts'
import { caseRows } from './bulk-cases.ts'
import { compoRows } from './bulk-compos.ts'
import { groupRows } from './bulk-groups.ts'
import { FAR_MS, upTo } from './bulk-numbers.ts'
import { statsRows } from './bulk-stats.ts'

/** Sketches for each comment. All comments are on the newest sketch, by all members in turn. */
const SKETCHES_PER_COMMENT = 10
/** Notifications of the reader, the maximum. */
const NOTICES = 500
/** Base number of challenges; the second constant adds some in proportion. */
const CHALLENGES = 500
const SKETCHES_PER_CHALLENGE = 50
/** Base number of streams per state, plus a proportional part. A member has at most one live. */
const STREAMS = 100
const SKETCHES_PER_STREAM = 20

/** Sketches for each thread of the reader; the last of them has as many posts as there are sketches. */
const SKETCHES_PER_THREAD = 10
/** Sketches for each topic of the forum. */
const SKETCHES_PER_TOPIC = 10

/**
 * SQL that adds messages, comments, notifications, challenges and streams. Every tenth sketch is entered in the newest
 * challenge, every second one in another.
 */
export function listRows(sketches: number): string[] {
  const member = `(SELECT id FROM users WHERE nickname_key = 'bulk 1')`
  const challenges = CHALLENGES + Math.floor(sketches / SKETCHES_PER_CHALLENGE)
  const streams = STREAMS + Math.floor(sketches / SKETCHES_PER_STREAM)
  const streamsOf = (state: string, replay: string, count: number) =>
    `INSERT INTO streams (user_id, idempotency_key, title, description, mature, source, state, starts_at, started_at, ended_at,
       viewers_count, replay, finalized, preview_number, created_at)
     ${upTo(count)} SELECT ${member} + i % ${MEMBERS}, '${state} ' || i, 'Stream ' || i, '', i % 47 = 13, 'screen',
       '${state}', ${FAR_MS} + i / 10, 1700000000000, 1700000000000 + i / 10, i % 7, '${replay}', 1, 1,
       1700000000000 FROM n`
  return [
    ...messageRows(sketches),
    ...forumRows(sketches),
    `INSERT INTO comments (target_type, target_id, number, user_id, text, idempotency_key, created_at)
     ${upTo(sketches / SKETCHES_PER_COMMENT)}
     SELECT 'sketch', (SELECT max(id) FROM sketches WHERE listed_for_all = 1), i, ${member} + i % ${MEMBERS},
       'Comment ' || i, 'bulk ' || i, i FROM n`,
    `INSERT INTO comment_mentions (comment_id, user_id)
     SELECT id, ${member} + ${READER} FROM comments ORDER BY id DESC LIMIT ${NOTICES}`,
    `INSERT INTO challenges (id, day, number, title, description, user_id, idea_id)
     ${upTo(challenges)} SELECT i, unixepoch() / 86400 - ${challenges} + i, i, 'Challenge ' || i, '', ${member}, i FROM n`,
    `INSERT INTO challenge_entries (challenge_id, sketch_id, artist_id, entered_at, listed, listed_for_all)
     SELECT iif(id % 2 = 0, ${challenges}, ${challenges - 1} - id / 2 % ${challenges - 1}), id, user_id, created_at, listed,
       listed_for_all FROM sketches WHERE id % 10 = 4 OR id % 2 = 1`,
    streamsOf('live', 'none', Math.min(MEMBERS, streams)),
    streamsOf('announced', 'none', streams),
    streamsOf('ended', 'kept', streams),
  ]
}

/** SQL that adds threads of the reader with other members, and posts. The topics follow, which saves their triggers. */
function messageRows(sketches: number): string[] {
  const reader = `(SELECT id + ${READER} FROM users WHERE nickname_key = 'bulk 1')`
  const last = '(SELECT max(id) FROM message_threads)'
  return [
    `INSERT INTO message_threads (from_id, to_id, state, idempotency_key, created_at)
     ${upTo(sketches / SKETCHES_PER_THREAD)}
     SELECT ${reader}, ${reader} + 1 + i % 40, 'accepted', 'bulk ' || i, 0 FROM n`,
    `INSERT INTO message_posts (thread_id, number, user_id, text, idempotency_key, created_at)
     ${upTo(sketches)} SELECT ${last}, i, ${reader} + i % 2, 'Post ' || i, 'bulk ' || i, 0 FROM n`,
    `INSERT INTO message_topics (user_id, thread_id, other_id, subject, folder, latest_number, latest_user_id, latest_at)
     SELECT from_id, id, to_id, 'Thread ' || id, 'inbox', iif(id = ${last}, ${sketches}, 1), from_id, id / 10
     FROM message_threads`,
  ]
}

/**
 * SQL that adds topics of one category, watched by the reader. The last of them has as many posts as there are
 * sketches.
 */
function forumRows(sketches: number): string[] {
  const member = `(SELECT id FROM users WHERE nickname_key = 'bulk 1')`
  const last = '(SELECT max(id) FROM forum_topics)'
  return [
    `INSERT INTO forum_topics (category_id, user_id, title, latest_number, latest_user_id, latest_at, idempotency_key, created_at)
     ${upTo(sketches / SKETCHES_PER_TOPIC)}
     SELECT 2, ${member} + i % 40, 'Topic ' || i, 1, ${member} + i % 40, i / 10, 'bulk ' || i, i / 10 FROM n`,
    `INSERT INTO forum_posts (topic_id, number, user_id, text, idempotency_key, created_at)
     ${upTo(sketches)} SELECT ${last}, i, ${member} + i % 40, 'Post ' || i, 'bulk ' || i, i FROM n`,
    `UPDATE forum_topics SET latest_number = ${sketches} WHERE id = ${last}`,
    `INSERT INTO forum_search (rowid, title, text, facets) SELECT post_id, title, text, facets FROM forum_documents`,
    `INSERT INTO forum_readers (user_id, topic_id, read_number, watched, active_at)
     SELECT ${member} + ${READER}, id, 1, 1, latest_at FROM forum_topics`,
  ]
}

/** SQL that adds as many members as there are sketches, all of them fans of one member, who follows them. */
function crowdRows(sketches: number): string[] {
  const star = `(SELECT id + ${STAR} FROM users WHERE nickname_key = 'bulk 1')`
  const crowd = `users WHERE nickname_key >= 'crowd ' AND nickname_key < 'crowd!'`
  return [
    `INSERT INTO users (nickname, nickname_key, birth_date, created_at)
     ${upTo(sketches)} SELECT 'crowd ' || i, 'crowd ' || i, '1990-01-02', 1700000000000 FROM n`,
    `INSERT INTO fans (user_id, fan_id, created_at) SELECT ${star}, id, id / 10 FROM ${crowd}`,
    `INSERT INTO fans (user_id, fan_id, created_at) SELECT id, ${star}, id / 10 FROM ${crowd}`,
    `UPDATE users SET fans_count = ${sketches}, note_fans_count = ${sketches} WHERE id = ${star}`,
  ]
}

/** SQL that adds rows without triggers, after the other lists. */
export const untriggeredRows = (sketches: number): string[] => [
  ...crowdRows(sketches),
  ...groupRows(sketches),
  ...caseRows(sketches),
  ...compoRows(sketches),
  ...statsRows(),
  `UPDATE users SET flags = 'mg' WHERE nickname_key = 'bulk ${STAFF + 1}'`,
]

/** Uses the file because D1 aborts long statements. */
export function addListRows(localSite: LocalSite, sketches: number): void {
  const file: DatabaseSync = openDatabaseFile(localSite)
  file.exec('PRAGMA synchronous = OFF')
  for (const statement of listRows(sketches)) file.exec(statement)
  withoutTriggers(file, ['users', 'fans', 'case_reports', 'case_decisions', 'bans', 'compos', 'compo_entries'], () => {
    for (const statement of untriggeredRows(sketches)) file.exec(statement)
  })
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  file.close()
}
