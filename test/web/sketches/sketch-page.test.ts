import { createElement } from 'react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { SketchPageReply } from '../../../contract/http/sketch-page.ts'
import { SketchPage } from '../../../web/features/sketches/SketchPage.tsx'
import { renderMarkup } from '../../support/web/render.ts'
import { sampleShownSketch, sampleUser } from '../../support/web/samples.ts'

/** Markup of a sketch's page at its own address or, with `list`, at its address in a list. */
function pageOf(sketch: SketchPageReply, { list, user = null }: { list?: string; user?: typeof member | null } = {}) {
  const page = createElement(Route, { path: '/sketch/:id', element: createElement(SketchPage) })
  const neighbour = { id: 8, title: 'Flood', imageUrl: '/image/8', width: 600, height: 400 }
  return renderMarkup(createElement(Routes, null, page), {
    at: `/sketch/${sketch.id}${list ? `?in=${list}` : ''}`,
    user,
    replies: [
      [['sketch', sketch.id], sketch],
      [['neighbours', list ?? '', sketch.id], { prev: null, next: neighbour }],
    ],
  })
}

const member = sampleUser({ id: 2, nickname: 'Ned' })

describe('the page of a sketch', () => {
  it('a sketch has neighbours only at its address in a list [1 §2]', () => {
    expect(pageOf(sampleShownSketch(), { list: 'recent' })).toContain('Next sketch: Flood')
    expect(pageOf(sampleShownSketch())).not.toContain('Next sketch')
  })

  it('a hidden sketch says why, and neither picture nor texts are shown [1 §8]', () => {
    const markup = pageOf({ hidden: true, id: 7, notice: 'notsketch' })
    expect(markup).toContain('This picture was hidden because it isn’t a sketch.')
    expect(markup).not.toContain('<img')
  })

  it('only members who may edit a sketch find the link to its edit page [1 §6]', () => {
    const link = 'href="/sketch/7/edit"'
    expect(pageOf(sampleShownSketch({ userCanEdit: true }), { user: sampleUser() })).toContain(link)
    expect(pageOf(sampleShownSketch({ userCanEdit: false }), { user: member })).not.toContain(link)
  })
})
