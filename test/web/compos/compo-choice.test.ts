import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { OpenCompo } from '../../../contract/http/compos.ts'
import { CompoField } from '../../../web/features/compos/CompoField.tsx'
import { composToEnter, openComposQuery } from '../../../web/features/compos/queries.ts'
import { renderMarkup } from '../../support/web/render.ts'

const compo: OpenCompo = {
  id: 'way-home',
  title: 'Way home',
  thumbnail: null,
  state: 'open',
  startDate: '20260601000000',
  endDate: '20260701000000',
  endVotingDate: '20260801000000',
  canEnter: true,
  group: null,
}
const ofOthers = { ...compo, id: 'pond', canEnter: false, group: { id: 'pond-life', title: 'Pond life' } }

function field(offered: readonly OpenCompo[]): string {
  const choice = { chosen: null, isUnlisted: false, onChange: () => undefined }
  return renderMarkup(createElement(CompoField, choice), { replies: [[openComposQuery.queryKey, offered]] })
}

describe('the choice of a compo for a new sketch', () => {
  it('only compos that the member may enter are offered', () => {
    expect(composToEnter([ofOthers, compo])).toEqual([compo])
    expect(field([ofOthers, compo])).toContain('Compo')
  })

  it('a member who may enter no compo has no choice of a compo', () => {
    expect(field([ofOthers])).toBe('')
  })
})
