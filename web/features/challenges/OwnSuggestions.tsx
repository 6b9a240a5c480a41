import { useQuery } from '@tanstack/react-query'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { toast, toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Horizontal } from '../../ui/layout.tsx'
import { ownSuggestionsQuery, useWithdrawSuggestion } from './queries.ts'

/** The member's suggestions that wait for staff, which they can take back. */
export function OwnSuggestions() {
  const { data = [] } = useQuery(ownSuggestionsQuery)
  const withdraw = useWithdrawSuggestion()
  const remove = (id: number, title: string) =>
    withdraw.mutateAsync(id).then(() => toast(challengeMessages.takenBack(title)), toastFailure)
  if (data.length === 0) return null
  return (
    <section aria-label="Your waiting suggestions">
      <p>{challengeMessages.waiting}</p>
      {data.map(({ id, title }) => (
        <Horizontal key={id} justify="between">
          <span>{title}</span>
          <Button
            aria-label={`Take back ${title}`}
            disabled={withdraw.isPending}
            onClick={() => void remove(id, title)}
          >
            Take back
          </Button>
        </Horizontal>
      ))}
    </section>
  )
}
