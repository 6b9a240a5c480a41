import type { ChallengeIdea } from '../../../../contract/http/challenges.ts'

/** The queue after one of it has changed places with its neighbour: days stay where they are. At the ends it is the same queue. */
export function moved(
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
