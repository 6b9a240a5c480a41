import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import type { Person } from '../../../contract/http/users.ts'
import { suggestedMembers } from '../../lib/mentions.ts'
import { MentionField } from '../../ui/MentionField.tsx'
import { mentionQuery } from './queries.ts'

/** Field for a comment that suggests members to mention. */
export function CommentField(props: Omit<ComponentProps<typeof MentionField>, 'suggestions' | 'onQuery'>) {
  const [query, setQuery] = useState<string | null>(null)
  const suggestions = useSuggestedMembers(query)
  return <MentionField {...props} suggestions={suggestions} onQuery={setQuery} />
}

const PAUSE_MS = 150

/** Suggestions for a mention: members that the user follows at once, search results when the typing pauses. */
function useSuggestedMembers(query: string | null): Person[] {
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(query?.trimEnd() ?? ''), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [query])
  const followed = useQuery({ ...mentionQuery(''), enabled: query !== null })
  // A longer query keeps the members found so far, so that a chosen one does not leave the list and come back.
  const found = useQuery({
    ...mentionQuery(paused),
    enabled: query !== null && paused !== '',
    placeholderData: keepPreviousData,
  })
  return query === null ? [] : suggestedMembers(query, followed.data?.items ?? [], found.data?.items ?? [])
}
