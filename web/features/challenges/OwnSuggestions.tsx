import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Horizontal } from '../../ui/layout.tsx'
import { ownSuggestionsQuery, useWithdrawSuggestion } from './queries.ts'

/** The member's suggestions that wait for staff, which they can take back. */
export function OwnSuggestions() {
  const { data = [], error, refetch } = useQuery(ownSuggestionsQuery)
  const withdraw = useWithdrawSuggestion()
  const section = useRef<HTMLElement>(null)
  const remove = async (id: number, title: string) => {
    await withdraw.mutateAsync(id)
    toast(challengeMessages.takenBack(title))
    // The pressed button goes with its row.
    section.current?.focus()
  }
  return (
    <section ref={section} tabIndex={-1} aria-label="Your waiting suggestions">
      {error && data.length === 0 && <LoadFailure onRetry={() => void refetch()} />}
      {data.length > 0 && <p>{challengeMessages.waiting}</p>}
      <ul>
        {data.map(({ id, title }) => (
          <li key={id}>
            <Horizontal justify="between">
              <span>{title}</span>
              <Button
                aria-label={`Take back ${title}`}
                busy={withdraw.isPending && withdraw.variables === id}
                onClick={() => void remove(id, title).catch(toastFailure)}
              >
                Take back
              </Button>
            </Horizontal>
          </li>
        ))}
      </ul>
    </section>
  )
}
