import { useQuery } from '@tanstack/react-query'
import { mentionReply } from '../../contract/http/comments.ts'
import type { ShownMention } from '../../contract/http/mentions.ts'
import { mentionCandidates, resolveMentions } from '../../contract/mentions.ts'
import { nicknameKey } from '../../contract/text.ts'
import { call } from './call.ts'

const MEMBERS_STALE_MS = 300_000

/** Members that a text without stored mentions names with an `@`; requested only if it names any. */
export function useMentions(text: string, isEnabled: boolean): readonly ShownMention[] {
  const candidates = isEnabled && text.includes('@') ? mentionCandidates(text) : []
  // The longest candidate at each place contains the others.
  const longest = new Map(
    candidates.toReversed().map(({ start, length }) => [start, text.slice(start, start + length)]),
  )
  const names = [...new Set(longest.values())].sort().join('\n')
  const { data } = useQuery({
    queryKey: ['named members', names],
    queryFn: ({ signal }) =>
      call(mentionReply, `/api/v2/mention/named?names=${encodeURIComponent(names)}`, undefined, signal),
    enabled: names !== '',
    staleTime: MEMBERS_STALE_MS,
  })
  if (!data) return []
  const nicknames = new Map(data.items.map(({ id, nickname }) => [id, nickname]))
  return resolveMentions(candidates, new Map(data.items.map(({ id, nickname }) => [nicknameKey(nickname), id]))).map(
    (mention) => ({ ...mention, nickname: nicknames.get(mention.userId) ?? '' }),
  )
}
