import { type SQL, sql } from 'drizzle-orm'
import type { CaseAction, CaseKind } from '../../../contract/cases.ts'
import { placeOfComment } from '../../../contract/comment-place.ts'
import { postPath } from '../../../contract/forum-path.ts'
import type { CaseEvidence } from '../../../contract/http/cases.ts'

const SUMMARY_MAX = 140

type Titles = { summary: SQL; name: SQL }

const NO_NAME = sql`''`
const field = (path: string) => sql.raw(`coalesce(evidence ->> '$.${path}', '')`)
const titled = (path: string): Titles => ({ summary: field(path), name: field(path) })
const sketchTitle = sql`iif(${field('title')} IN ('', 'null'), 'Untitled', ${field('title')})`

/** The columns `summary` and `name` of a case, as SQL over its `evidence`. */
const TITLES: Record<CaseKind, Titles> = {
  sketch: { summary: sketchTitle, name: sketchTitle },
  comment: { summary: field('comment.text'), name: field('target.title') },
  profile: { summary: field('nickname'), name: NO_NAME },
  stream: titled('title'),
  message: titled('subject'),
  post: { summary: field('post.text'), name: field('topic.title') },
  group: titled('title'),
  compo: titled('title'),
  challenge: titled('title'),
  chatLine: { summary: field('line.text'), name: NO_NAME },
  boardMark: { summary: sql`'at ' || ${field('x')} || ', ' || ${field('y')}`, name: NO_NAME },
  gift: { summary: field('message'), name: NO_NAME },
}

export function titlesOfThing(kind: CaseKind): Titles {
  const { summary, name } = TITLES[kind]
  return { summary: sql`substr(${summary}, 1, ${SUMMARY_MAX})`, name }
}

const ADDRESSES: { [Kind in CaseKind]?: (evidence: CaseEvidence[Kind], target: string) => string } = {
  sketch: (_, target) => `/sketch/${target}`,
  comment: ({ target, comment }) => placeOfComment(target, comment.id).address,
  profile: (_, target) => `/user/${target}`,
  stream: (_, target) => `/stream/${target}`,
  post: ({ topic, post }) => postPath(topic.id, post.number),
  group: ({ slug }) => `/group/${slug}`,
  compo: ({ key }) => `/compo/${key}`,
  challenge: (_, target) => `/challenge/${target}`,
}

type Thing<Kind extends CaseKind> = { kind: Kind; target: string; evidence: CaseEvidence[Kind] }

/** The address of the thing of a case; null if it has none. */
export const addressOfThing = <Kind extends CaseKind>({ kind, target, evidence }: Thing<Kind>): string | null =>
  ADDRESSES[kind]?.(evidence, target) ?? null

/** True for acts after which the author no longer finds the thing. */
export const isRemoval = (action: CaseAction): boolean =>
  action === 'delete' || action === 'cancel_stream' || action === 'remove_topic' || action === 'hide_group'
