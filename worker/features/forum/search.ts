import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { FoundPosts } from '../../../contract/http/forum.ts'
import { QUOTE_MAX, TOPICS_PAGE_SIZE } from '../../../contract/limits.ts'
import { parseSearch, type SearchTerm } from '../../../contract/search-grammar.ts'
import { nicknameKey } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import { forumPosts, forumTopics } from '../../domain/forum/schema.ts'
import { newestFirst } from '../../domain/search/candidates.ts'
import {
  distinctTerms,
  ftsString,
  type IndexSearch,
  idConditionsOf,
  lastWords,
  type Match,
} from '../../domain/search/match.ts'
import { otherForms } from '../../domain/search/word-forms.ts'
import { blockedColumn } from '../../domain/sketches/visibility.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'

/**
 * Finds posts by words, phrases, `user:`, `from:` and `to:`, newest first; the first post of a topic also by its title.
 * Reads one page of the index and leaves out posts that this viewer may not see, so a page may be shorter.
 * @throws InvalidCursor.
 */
export async function searchPosts(
  db: Db,
  viewer: Viewer | null,
  { query, cursor }: { query: string; cursor?: string | undefined },
): Promise<FoundPosts> {
  const terms = parseSearch(query)
  const search = matchPosts(terms)
  if (!search) return { items: [], cursor: '', done: true }
  const list = `forum search ${query}`
  const [lastId] = decodeCursor(list, 1, cursor) ?? []
  const found = newestFirst('forum_search', {
    search,
    last: lastId === undefined ? null : { level: 0, id: lastId },
    limit: TOPICS_PAGE_SIZE,
    idConditions: idConditionsOf(terms, 'forum_posts'),
  })
  const rows = await db
    .select({
      id: sql<number>`found.id`.as('found_id'),
      topicId: forumPosts.topicId,
      number: forumPosts.number,
      title: forumTopics.title,
      excerpt: sql<string>`substr(${forumPosts.text}, 1, ${QUOTE_MAX})`.as('excerpt'),
      at: sql<number>`${forumPosts.createdAt}`.as('at'),
      shown: sql`(${and(ne(forumTopics.state, 'removed'), isNull(forumPosts.deletedAt))})`.mapWith(Boolean).as('shown'),
      blocked: blockedColumn(viewer, forumPosts.userId),
      topicBlocked: sql`${blockedColumn(viewer, forumTopics.userId).getSQL()}`.mapWith(Boolean).as('topic_blocked'),
    })
    .from(sql`${found} AS found`)
    .crossJoin(forumPosts)
    .crossJoin(forumTopics)
    .where(and(sql`${forumPosts.id} = found.id`, eq(forumTopics.id, forumPosts.topicId)))
  // Sorted here, because D1 counts each row twice that it sorts.
  rows.sort((a, b) => b.id - a.id)
  const end = rows.at(-1)
  const done = rows.length < TOPICS_PAGE_SIZE || !end
  return {
    items: rows
      .filter(({ shown, blocked, topicBlocked }) => shown && (isStaff(viewer) || !(blocked || topicBlocked)))
      .map(({ at, shown: _, blocked: _blocked, topicBlocked: _topicBlocked, ...row }) => ({
        ...row,
        date: toWireTime(at),
      })),
    cursor: done ? '' : encodeCursor(list, [end.id]),
    done,
  }
}

const isUnwanted = (term: SearchTerm) => 'not' in term && term.not

/** Makes the search of the index, or null if no term applies. Tags and sizes apply only to sketches. */
function matchPosts(terms: readonly SearchTerm[]): IndexSearch | null {
  const matches = (isKept: (term: SearchTerm) => boolean) => {
    const kept = distinctTerms(terms).filter(isKept)
    const last = lastWords(kept)
    return kept.map((term) => matchTerm(term, !last.has(term))).filter((match) => match.length > 0)
  }
  const wanted = matches((term) => !isUnwanted(term))
  const unwanted = matches(isUnwanted)
  if (wanted.length === 0) return null
  return {
    wanted: joined(wanted, ' AND '),
    unwanted: unwanted.length === 0 ? undefined : joined(unwanted, ' OR '),
  }
}

function joined(matches: readonly Match[], operator: string): Match {
  return matches.flatMap((match, index) => (index === 0 ? match : [operator, ...match]))
}

function matchTerm(term: SearchTerm, exact: boolean): Match {
  if (term.kind === 'user')
    return ['facets : u', sql`coalesce((SELECT id FROM users WHERE nickname_key = ${nicknameKey(term.text)}), 0)`]
  if (term.kind !== 'word') return []
  const forms = term.phrase ? [] : otherForms(term.text).map((form) => ` OR "${form}"`)
  return [`{title text} : (${ftsString(term.text, exact)}${forms.join('')})`]
}
