import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { type LoaderFunctionArgs, Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { ChallengePageReply } from '../../../contract/http/challenges.ts'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { ChallengePage, loadChallenge } from '../../../web/features/challenges/ChallengePage.tsx'
import { ChallengesPage } from '../../../web/features/challenges/ChallengesPage.tsx'
import { QueuePage } from '../../../web/features/challenges/queue/QueuePage.tsx'
import { SketchChooser } from '../../../web/features/entries/SketchChooser.tsx'
import { CallError } from '../../../web/lib/call.ts'
import { entryFailure } from '../../../web/lib/messages/entry-failures.ts'
import { onlyPage, renderMarkup, textOf } from '../../support/web/render.ts'
import { sampleChallenge, sampleChallengeItem, sampleSketch, sampleUser } from '../../support/web/samples.ts'

const [member, staff] = [sampleUser(), sampleUser({ gloperator: true })]

/** Markup of a challenge's page. */
function pageOf(challenge: ChallengePageReply, user: CurrentUser | null = member): string {
  const page = createElement(Route, { path: '/challenge/:id', element: createElement(ChallengePage) })
  return renderMarkup(createElement(Routes, null, page), {
    at: `/challenge/${challenge.id}`,
    user,
    replies: [
      [['challenge', challenge.id], challenge],
      [['gallery', `challenge-${challenge.id}`], onlyPage(challenge.sketches.items)],
    ],
  })
}

describe('the page of a challenge', () => {
  it('a challenge links to its neighbours and to the list of challenges [1 §2]', () => {
    const prev = sampleChallengeItem({ id: 2, title: 'Spring tide' })
    const next = sampleChallengeItem({ id: 4, title: 'High tide' })
    const markup = pageOf(sampleChallenge({ prev, next }))
    for (const address of ['/challenge/2', '/challenge/4', '/challenges']) expect(markup).toContain(`href="${address}"`)
  })

  it('the latest challenge has no next one [1 §2]', () => {
    const markup = pageOf(sampleChallenge({ prev: sampleChallengeItem({ id: 2 }) }))
    expect(markup).toContain('data-side="prev"')
    expect(markup).not.toContain('data-side="next"')
  })

  it('a challenge without entries says so [1 §8]', () => {
    expect(pageOf(sampleChallenge())).toContain('No entries yet, you should make one!')
  })

  it('others than members of its group are not asked to enter a challenge', () => {
    const markup = pageOf(sampleChallenge({ group: { id: 'kitchens', title: 'Kitchens' }, canEnter: false }))
    expect(markup).toContain('No entries yet.')
    expect(textOf(markup)).toContain('Only members of Kitchens can enter. Join the group to enter too.')
  })

  it.each([
    ['members', member],
    ['visitors, who log in there', null],
  ])('a challenge links to an upload that enters it, for %s [1 §8]', (_, user) => {
    expect(pageOf(sampleChallenge(), user)).toContain('href="/upload?challenge=3"')
  })

  it('a challenge links to a stream about it [2 §2 Streams]', () => {
    expect(pageOf(sampleChallenge())).toContain('href="/stream/sheet?challenge=3"')
  })

  it('an address without the number of a challenge is not found [1 §8]', async () => {
    const request = new Request('http://localhost/challenge/none')
    const args = { params: { id: 'none' }, request } as unknown as LoaderFunctionArgs
    await expect(loadChallenge(new QueryClient())(args)).rejects.toMatchObject({ status: 404 })
  })
})

describe('the sketches that a member can enter [1 §4]', () => {
  const choice = createElement(SketchChooser, {
    userId: member.id,
    enteredIn: 'challenge',
    uploadTo: '/upload',
    chosen: undefined,
    onChoose: () => undefined,
  })

  /** Markup of the choice of a member who can enter these sketches. */
  const choiceOf = (...sketches: SketchItem[]) =>
    renderMarkup(choice, {
      user: member,
      replies: [
        [['sketches to enter', 'challenge', member.id], onlyPage(sketches)],
        [['profile', member.id], { hidden: false, sketches: sketches.length }],
      ],
    })

  it('a sketch that can be entered is offered', () => {
    const markup = choiceOf(sampleSketch({ id: 3, title: 'Patience' }))
    expect(markup).toContain('Patience')
    expect(markup).not.toContain('You have no sketches to enter yet.')
  })

  it('a member without sketches reads that there are none', () => {
    expect(choiceOf()).toContain('You have no sketches to enter yet.')
  })

  it('a member whose sketches are all entered reads why they are not offered', () => {
    const markup = renderMarkup(choice, {
      user: member,
      replies: [
        [['sketches to enter', 'challenge', member.id], onlyPage([])],
        [['profile', member.id], { hidden: false, sketches: 2 }],
      ],
    })
    expect(markup).toContain('None of your sketches can enter. A sketch can be in only one challenge.')
  })

  it('the message for a refused entry says why [1 §8]', () => {
    expect(entryFailure(new CallError(409, 'in_another_challenge', null))).toBe(
      'There was a problem entering this competition/challenge: This sketch is already in another challenge.',
    )
  })
})

describe('the queue of challenges [1 §6]', () => {
  const replies = [
    [['challenges'], onlyPage([sampleChallengeItem()])],
    [['challenge-queue'], { queue: [], suggestions: [] }],
  ] as const

  it('only staff find the queue on the page of challenges', () => {
    const link = 'href="/challenges/queue"'
    expect(renderMarkup(createElement(ChallengesPage), { user: staff, replies })).toContain(link)
    for (const user of [member, null])
      expect(renderMarkup(createElement(ChallengesPage), { user, replies })).not.toContain(link)
  })

  it('the page of the queue exists only for staff', () => {
    expect(renderMarkup(createElement(QueuePage), { user: staff, replies })).toContain('Upcoming')
    for (const user of [member, null])
      expect(renderMarkup(createElement(QueuePage), { user, replies })).toContain('<title>Not found')
  })
})
