import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { CaseDetail } from '../../../contract/http/cases.ts'
import { EvidenceView } from '../../../web/features/cases/Evidence.tsx'
import { renderMarkup } from '../../support/web/render.ts'

type Present = NonNullable<CaseDetail['present']>

const PRESENT: Present = { imageUrl: null, originalUrl: null, frozenUrl: null, avatarUrl: null, coverUrl: null }
const SKETCH = {
  kind: 'sketch',
  title: 'Low tide',
  description: '',
  imageKey: 'before',
  mature: false,
  madeWithAi: false,
  createdAt: 0,
  challenge: { id: 6, title: 'Frogs' },
  compo: { key: 'way-home', title: 'Way home' },
} as const
const PROFILE = {
  kind: 'profile',
  nickname: 'Mira',
  about: '',
  website: '',
  avatarKey: 'face',
  coverKey: null,
} as const

const evidenceOf = (evidence: CaseDetail['evidence'], present: Partial<Present>) => {
  const found = { evidence, people: [], target: '7', present: { ...PRESENT, ...present } } as unknown as CaseDetail
  return renderMarkup(createElement(EvidenceView, { found }))
}

describe('the evidence of a sketch', () => {
  it('a replaced picture is shown in its reported and its current state', () => {
    const markup = evidenceOf(SKETCH, { imageUrl: '/image/after', frozenUrl: '/image/before' })
    const places = ['src="/image/before/', 'has been replaced', 'src="/image/after/'].map((part) =>
      markup.indexOf(part),
    )
    expect(places.every((place) => place >= 0)).toBe(true)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })

  it('a picture whose reported state is no longer kept is shown with a warning', () => {
    expect(evidenceOf(SKETCH, { imageUrl: '/image/after' })).toContain('may have been replaced')
    expect(evidenceOf(SKETCH, { imageUrl: '/image/before', frozenUrl: '/image/before' })).not.toContain(
      'may have been replaced',
    )
  })

  it('the evidence of a sketch links its challenge and its compo', () => {
    const markup = evidenceOf(SKETCH, {})
    for (const address of ['/challenge/6', '/compo/way-home']) expect(markup).toContain(`href="${address}"`)
  })
})

it('a reported avatar is shown until it changes; then the case says that it changed', () => {
  expect(evidenceOf(PROFILE, { avatarUrl: '/image/face' })).toContain('src="/image/face/')
  expect(evidenceOf(PROFILE, {})).toContain('It has changed.')
})
