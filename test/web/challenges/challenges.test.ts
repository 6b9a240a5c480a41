import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChallengeIdea } from '../../../contract/http/challenges.ts'
import { cardDayText, nextChallengeAt } from '../../../web/features/challenges/days.ts'
import { NextChallenge } from '../../../web/features/challenges/NextChallenge.tsx'
import { moveIdea } from '../../../web/features/challenges/queue/move-idea.ts'
import { challengeMessages } from '../../../web/lib/messages/challenges.ts'
import { renderMarkup, textOf } from '../../support/web/render.ts'

afterEach(() => vi.useRealTimers())

const NOON = Date.UTC(2026, 5, 14, 12)

test('a challenge is called today until the next day begins in UTC', () => {
  expect(cardDayText('20260614000000', NOON)).toBe('Today')
  expect(cardDayText('20260614000000', Date.UTC(2026, 5, 14, 23, 59, 59))).toBe('Today')
  expect(cardDayText('20260614000000', Date.UTC(2026, 5, 15))).toBe('14 Jun')
})

test('an earlier challenge is shown with its day', () => {
  expect(cardDayText('20260613000000', NOON)).toBe('13 Jun')
})

test('a challenge of another year is shown with the year', () => {
  expect(cardDayText('20251231000000', NOON)).toBe('31 Dec 2025')
})

test('the next challenge begins at the next midnight of UTC', () => {
  expect(nextChallengeAt(NOON)).toBe(Date.UTC(2026, 5, 15))
  expect(nextChallengeAt(Date.UTC(2026, 5, 14, 23, 59, 59, 999))).toBe(Date.UTC(2026, 5, 15))
  expect(nextChallengeAt(Date.UTC(2026, 5, 15))).toBe(Date.UTC(2026, 5, 16))
})

test.each([
  [NOON, '12:00:00'],
  [Date.UTC(2026, 5, 14, 23, 59, 59), '00:00:01'],
  [Date.UTC(2026, 5, 15), '1 day 00:00:00'],
])('the countdown to the next challenge shows the time left until midnight of UTC: %i', (now, left) => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  const markup = renderMarkup(createElement(NextChallenge))
  expect(textOf(markup)).toBe(`Next challenge in ${left}`)
  expect(markup).toContain('role="timer"')
})

test('a member who suggests a challenge reads that accepted ideas are scheduled and credited', () => {
  expect(challengeMessages.suggestHint).toContain('Accepted ideas are scheduled and credited to you.')
})

const idea = (id: number, date: string): ChallengeIdea => ({
  id,
  title: `Idea ${id}`,
  description: '',
  user: { id: 1, nickname: 'Mira', avatar: null },
  date,
})
const QUEUE = [idea(7, '20260615000000'), idea(5, '20260616000000'), idea(9, '20260617000000')]
const shown = (queue: readonly ChallengeIdea[]) => queue.map(({ id, date }) => `${id} ${date?.slice(6, 8)}`)

test('a moved challenge swaps place and day with its neighbour', () => {
  expect(shown(moveIdea(QUEUE, 1, 'earlier'))).toEqual(['5 15', '7 16', '9 17'])
  expect(shown(moveIdea(QUEUE, 1, 'later'))).toEqual(['7 15', '9 16', '5 17'])
})

test('a challenge at the end of the queue does not move beyond it', () => {
  expect(moveIdea(QUEUE, 0, 'earlier')).toBe(QUEUE)
  expect(moveIdea(QUEUE, 2, 'later')).toBe(QUEUE)
})
