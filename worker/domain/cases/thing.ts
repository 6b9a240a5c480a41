import type { CaseAction, CaseKind } from '../../../contract/cases.ts'
import { placeOfComment } from '../../../contract/comment-place.ts'
import { postPath } from '../../../contract/forum-path.ts'
import type { CaseEvidence } from '../../../contract/http/cases.ts'
import { displayTitle } from '../../../contract/text.ts'

type Description = {
  /** The words under which lists show the thing. */
  summary: string
  /** The title of the thing, or of the sketch, group, compo or topic in which it is; empty without one. */
  name: string
  /** The address of the thing; null if it has none. */
  address: string | null
}

const DESCRIBE: { [Kind in CaseKind]: (evidence: CaseEvidence[Kind], target: string) => Description } = {
  sketch: ({ title }, target) => {
    const name = displayTitle(title)
    return { summary: name, name, address: `/sketch/${target}` }
  },
  comment: ({ target, comment }) => {
    const { address } = placeOfComment(target, comment.id)
    return { summary: comment.text, name: target.title, address }
  },
  profile: ({ nickname }, target) => ({ summary: nickname, name: '', address: `/user/${target}` }),
  stream: ({ title }, target) => ({ summary: title, name: title, address: `/stream/${target}` }),
  message: ({ subject }) => ({ summary: subject, name: subject, address: null }),
  post: ({ topic, post }) => ({ summary: post.text, name: topic.title, address: postPath(topic.id, post.number) }),
  group: ({ slug, title }) => ({ summary: title, name: title, address: `/group/${slug}` }),
  chatLine: ({ line }) => ({ summary: line.text, name: '', address: null }),
  boardMark: ({ x, y }) => ({ summary: `at ${x}, ${y}`, name: '', address: null }),
  gift: ({ message }) => ({ summary: message, name: '', address: null }),
}
const SUMMARY_MAX = 140

type Thing<Kind extends CaseKind> = { kind: Kind; target: string; evidence: CaseEvidence[Kind] }

/** Describes the thing of a case by its evidence. */
export function describeThing<Kind extends CaseKind>({ kind, target, evidence }: Thing<Kind>): Description {
  const { summary, ...described } = DESCRIBE[kind](evidence, target)
  return { ...described, summary: summary.slice(0, SUMMARY_MAX) }
}

/** True for acts after which the author no longer finds the thing. */
export const isRemoval = (action: CaseAction): boolean =>
  action === 'delete' || action === 'cancel_stream' || action === 'remove_topic' || action === 'hide_group'
