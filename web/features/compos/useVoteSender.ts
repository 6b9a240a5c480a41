import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { mayRetry } from '../../lib/call.ts'
import { useVote } from './queries.ts'

type Waiting = { step: number; vote: number[] }

/** Sends answers in order. After a failure, unsent answers are kept and sent with the next one, or by `resend`. */
export function useVoteSender(compoKey: string) {
  const { mutateAsync: save } = useVote(compoKey)
  const waiting = useRef<Waiting[]>([])
  const { mutate, isPending, error } = useMutation({
    scope: { id: `ballot ${compoKey}` },
    mutationFn: async () => {
      for (let next = waiting.current[0]; next; next = waiting.current[0]) {
        await save({ step: next.step, votes: [next.vote] })
        waiting.current.shift()
      }
    },
  })
  const send = (step: number, vote: number[]) => {
    waiting.current.push({ step, vote })
    mutate()
  }
  /** True while leaving would lose answers that may still arrive. */
  const mayLose = isPending || (error !== null && mayRetry(error))
  return {
    send,
    resend: () => mutate(),
    hasWaiting: () => waiting.current.length > 0,
    isSending: isPending,
    mayLose,
    error,
  }
}
