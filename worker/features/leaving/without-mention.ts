import type { Mention } from '../../../contract/http/mentions.ts'

type Comment = { text: string; mentions: readonly Mention[] }

/** Replaces the mentions of a member, under each of their ids, by another name. Other mentions keep their place in the text. */
export function withoutMention(
  { text, mentions }: Comment,
  userIds: readonly number[],
  name: string,
): { text: string; mentions: Mention[] } {
  let [changed, end] = ['', 0]
  const kept: Mention[] = []
  for (const mention of [...mentions].sort((a, b) => a.start - b.start)) {
    const { start, length } = mention
    changed += text.slice(end, start)
    end = start + length
    if (userIds.includes(mention.userId)) changed += `@${name}`
    else {
      kept.push({ ...mention, start: changed.length })
      changed += text.slice(start, end)
    }
  }
  return { text: changed + text.slice(end), mentions: kept }
}
