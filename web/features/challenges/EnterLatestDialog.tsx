import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { entryFailure } from '../../lib/messages/entry-failures.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { toast } from '../../lib/toast.ts'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { WorkTitle } from '../../ui/WorkTitle.tsx'
import { cardDayText } from './days.ts'
import { OlderButton } from './OlderButton.tsx'
import { challengesQuery, useEnterChallenge } from './queries.ts'

type EnterLatestDialogProps = {
  sketch: { id: number; title: string }
  /** True if the page itself says that the sketch is entered, in place of a toast. */
  hasNotice?: boolean
  onClose: () => void
}

/** Enters a sketch in a challenge, today's by default [1 §5]. */
export function EnterLatestDialog({ sketch, hasNotice = false, onClose }: EnterLatestDialogProps) {
  const enterChallenge = useEnterChallenge()
  const { data, error, refetch } = useInfiniteQuery(challengesQuery)
  const [chosen, setChosen] = useState<string>()
  const latest = data && itemsOf(data)
  const enter = async () => {
    const challenge = latest?.find(({ id }) => String(id) === chosen) ?? latest?.[0]
    if (!challenge) return undefined
    await enterChallenge.mutateAsync({ challengeId: challenge.id, sketchId: sketch.id })
    if (!hasNotice) toast(challengeMessages.entered(challenge.title))
    return undefined
  }
  return (
    <FormDialog
      title={
        <>
          Enter <WorkTitle>{sketch.title}</WorkTitle> in a challenge?
        </>
      }
      submit="Enter"
      onSubmit={enter}
      failure={entryFailure}
      canSubmit={latest !== undefined && latest.length > 0}
      onClose={onClose}
    >
      {latest?.length === 0 && <p>{challengeMessages.noChallengesToEnter}</p>}
      {latest?.[0] && (
        <Select
          label="Challenge"
          options={latest.map(({ id, title, date }) => ({
            value: String(id),
            label: `${title}, ${cardDayText(date)}`,
          }))}
          value={chosen ?? String(latest[0].id)}
          onChange={setChosen}
        />
      )}
      <OlderButton />
      {!latest &&
        (error ? (
          <LoadFailure onRetry={() => void refetch()}>{messageOf(error)}</LoadFailure>
        ) : (
          <Spinner label="Loading" />
        ))}
      <FormHint>{challengeMessages.entryHint}</FormHint>
    </FormDialog>
  )
}
