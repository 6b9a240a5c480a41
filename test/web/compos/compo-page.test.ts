import { createElement, Fragment } from 'react'
import { describe, expect, it } from 'vitest'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { CompoInfo } from '../../../contract/http/compos.ts'
import { CompoHead } from '../../../web/features/compos/CompoHead.tsx'
import { Entries } from '../../../web/features/compos/Entries.tsx'
import { HowComputed } from '../../../web/features/compos/HowComputed.tsx'
import { Results } from '../../../web/features/compos/Results.tsx'
import { onlyPage, renderMarkup, textOf } from '../../support/web/render.ts'
import { sampleCompo, sampleUser } from '../../support/web/samples.ts'

const member = sampleUser()
const KITCHENS = { id: 'kitchens', title: 'Kitchens' }
const OWN: CompoInfo['own'][number] = { id: 7, title: 'Ebb', thumbnail: null, place: -1, disqualified: false }
const TOO_FEW = 'There are too few entries by others to compare.'

/** Markup of a compo's page without entries of others. */
function pageOf(compo: CompoInfo, user: CurrentUser | null): string {
  const page = createElement(Fragment, null, createElement(CompoHead, { compo }), createElement(Entries, { compo }))
  return renderMarkup(page, {
    at: `/compo/${compo.id}`,
    user,
    replies: [[['compo', compo.id, 'entries', 'latest'], onlyPage([])]],
  })
}

describe('an empty compo', () => {
  it.each([member, null])('everyone is asked to enter a compo that is open to all [1 §8]: %j', (user) => {
    const markup = pageOf(sampleCompo({ canEnter: user !== null }), user)
    expect(markup).toContain('No entries yet, you should make one!')
    expect(markup).toContain('</svg>Enter</button>')
  })

  it.each([member, null])('others than members of its group are not asked to enter a compo: %j', (user) => {
    const markup = pageOf(sampleCompo({ group: KITCHENS, canEnter: false }), user)
    expect(markup).toContain('No entries yet.')
    expect(textOf(markup)).toContain('Only members of Kitchens can enter. Join the group to enter too.')
    expect(markup).not.toContain('</svg>Enter</button>')
  })
})

it('a compo of a group that has not begun does not ask to join the group', () => {
  const markup = pageOf(sampleCompo({ group: KITCHENS, canEnter: false, startDate: '29980101000000' }), member)
  expect(textOf(markup)).toContain('For members of Kitchens')
  expect(markup).not.toContain('Join the group')
})

describe('voting in a compo', () => {
  it.each([0, 1])('visitors read that %i entries are too few to compare', (entries) => {
    const markup = pageOf(sampleCompo({ state: 'voting', canEnter: false, entries }), null)
    expect(markup).toContain(TOO_FEW)
    expect(markup).not.toContain('href="/compo/way-home/vote"')
  })

  it('visitors are asked to vote when there is something to compare', () => {
    const markup = pageOf(sampleCompo({ state: 'voting', canEnter: false, entries: 2 }), null)
    expect(markup).not.toContain(TOO_FEW)
    expect(markup).toContain('href="/compo/way-home/vote"')
  })
})

describe('the member’s own entries', () => {
  const REMOVE = 'aria-label="Remove Ebb from the compo"'

  it('own entries can be removed while the compo is open', () => {
    expect(pageOf(sampleCompo({ canEnter: false, own: [OWN] }), member)).toContain(REMOVE)
  })

  it('the page mentions own entries during the voting', () => {
    const markup = pageOf(sampleCompo({ state: 'voting', canEnter: false, own: [OWN] }), member)
    expect(markup).toContain('Your entry')
    expect(markup).not.toContain(REMOVE)
  })
})

describe('the result of a compo', () => {
  const result = { date: '20260601000000', voters: 0, picks: 0 }
  const resultOf = (firstPage: object, user: CurrentUser | null = null) => {
    const compo = sampleCompo({ state: 'closed', canEnter: false, result })
    return renderMarkup(createElement(Results, { compo, result }), {
      at: `/compo/${compo.id}`,
      user,
      replies: [[['compo', compo.id, 'entries', 'by place'], firstPage]],
    })
  }

  it('the result of a compo without entries says that nobody entered', () => {
    expect(resultOf(onlyPage([]))).toContain('Nobody entered this compo.')
  })

  it('a member reads only that no entries are shown, because all may be by blocked artists', () => {
    expect(resultOf(onlyPage([]), member)).toContain('No entries to show.')
    expect(pageOf(sampleCompo({ state: 'voting', canEnter: false }), member)).toContain('No entries to show.')
  })

  it('the result does not say so while only the first page is empty, because of blocked artists', () => {
    const firstPage = { pages: [{ items: [], done: false, cursor: 'next' }], pageParams: [''] }
    expect(resultOf(firstPage)).not.toContain('Nobody entered')
    expect(resultOf(firstPage)).not.toMatch(/Show more of/)
  })

  it('the page says how to compute a result again from the download', () => {
    const how = renderMarkup(
      createElement(HowComputed, { compoKey: 'way-home', result: { date: '20260601000000', voters: 4, picks: 8 } }),
    )
    expect(how).toContain('href="/compo/way-home/ballots.json"')
    expect(how).toContain('npm run compo-result')
  })
})

it('a member reads how many sketches they entered of those that a compo takes', () => {
  const markup = (own: CompoInfo['own']) => pageOf(sampleCompo({ own, entriesPerMember: 3, canEnter: true }), member)
  expect(markup([])).toContain('You can enter up to 3 sketches.')
  expect(markup([OWN])).toContain('You have entered 1 of 3 sketches.')
})

it('a compo that takes one entry of each member does not count them', () => {
  expect(pageOf(sampleCompo({ entriesPerMember: 1, canEnter: true }), member)).not.toContain('You can enter up to')
})

it('a member who has judged a part of their sets reads how many', () => {
  const voting = { state: 'voting', canEnter: false, canVote: true, hasVoted: true, entries: 40 } as const
  const markup = (sets: number) => pageOf(sampleCompo({ ...voting, judged: { sets, total: 10 } }), member)
  expect(markup(2)).toContain('You judged 2 of 10 sets.')
  expect(markup(10)).not.toContain('You judged')
})
