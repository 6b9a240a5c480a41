import type { ChallengeIdea } from '../../../../contract/http/challenges.ts'

/** Swaps an idea with its neighbour in the queue; the days stay. Returns the same queue at its ends. */
export function moveIdea(
  queue: readonly ChallengeIdea[],
  from: number,
  to: 'earlier' | 'later',
): readonly ChallengeIdea[] {
  const [idea, other] = [queue[from], queue[to === 'earlier' ? from - 1 : from + 1]]
  if (!idea || !other) return queue
  return queue.map((there) => {
    if (there === idea) return { ...other, date: idea.date }
    return there === other ? { ...idea, date: other.date } : there
  })
}
