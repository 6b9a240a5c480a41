import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, PencilLine, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ChallengeIdea, ChallengeQueue } from '../../../../contract/http/challenges.ts'
import { utcDateText } from '../../../lib/format.ts'
import { Hidden } from '../../../ui/Hidden.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { QueueAction } from './IdeaDialog.tsx'
import { IdeaRow } from './IdeaRow.tsx'
import { moveIdea } from './move-idea.ts'
import styles from './Queue.module.css'
import { queueQuery, useMoveChallenge } from './queries.ts'

type QueueListProps = { titleId: string; queue: readonly ChallengeIdea[]; onAction: (action: QueueAction) => void }

/** Queued challenges, each with its day and buttons that move it earlier or later. */
export function QueueList({ titleId, queue, onAction }: QueueListProps) {
  const refocused = useRef<HTMLElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const save = useMoves()
  // Moving an element in the document blurs it.
  useLayoutEffect(() => {
    refocused.current?.focus()
    refocused.current = null
  })
  const move = (from: number, to: 'earlier' | 'later') => {
    const order = moveIdea(queue, from, to)
    const idea = queue[from]
    const begins = order.find(({ id }) => id === idea?.id)?.date
    if (!idea || !begins || order === queue) return
    refocused.current = document.activeElement as HTMLElement | null
    setAnnouncement(`${idea.title} starts on ${utcDateText(begins)}`)
    void save(order, idea.id, to)
  }
  return (
    <>
      <ul className={styles.list} aria-labelledby={titleId}>
        {queue.map((idea, index) => (
          <IdeaRow key={idea.id} idea={idea}>
            <IconButton
              bordered
              icon={ChevronUp}
              aria-label={`Move ${idea.title} earlier`}
              unavailable={index === 0}
              onClick={() => move(index, 'earlier')}
            />
            <IconButton
              bordered
              icon={ChevronDown}
              aria-label={`Move ${idea.title} later`}
              unavailable={index === queue.length - 1}
              onClick={() => move(index, 'later')}
            />
            <IconButton
              bordered
              icon={PencilLine}
              aria-label={`Edit ${idea.title}`}
              onClick={() => onAction({ to: 'edit', idea })}
            />
            <IconButton
              bordered
              icon={Trash2}
              aria-label={`Remove ${idea.title}`}
              onClick={() => onAction({ to: 'remove', idea })}
            />
          </IdeaRow>
        ))}
      </ul>
      <Hidden role="status">{announcement}</Hidden>
    </>
  )
}

/** Shows a move at once, and refetches the queue after the last save. */
function useMoves() {
  const client = useQueryClient()
  const move = useMoveChallenge()
  const pendingSaves = useRef(0)
  return async (order: readonly ChallengeIdea[], id: number, to: 'earlier' | 'later') => {
    const { queryKey } = queueQuery
    client.setQueryData<ChallengeQueue>(queryKey, (data) => data && { ...data, queue: [...order] })
    pendingSaves.current++
    const saved = move.mutateAsync({ id, to }).catch(() => undefined)
    await client.cancelQueries({ queryKey })
    await saved
    pendingSaves.current--
    if (pendingSaves.current === 0) await client.invalidateQueries({ queryKey })
  }
}
