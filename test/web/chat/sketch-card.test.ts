import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { SketchCard } from '../../../web/features/chat/lines/LineText.tsx'
import { sketchThumbQuery } from '../../../web/features/sketches/queries.ts'
import { renderMarkup } from '../../support/web/render.ts'
import { sampleSketch } from '../../support/web/samples.ts'

const card = (...replies: object[]) =>
  renderMarkup(createElement(SketchCard, { id: 7, linkKey: null }), {
    replies: replies.map((reply) => [sketchThumbQuery(7).queryKey, reply] as const),
  })

describe('the preview of a sketch that a line links to', () => {
  it('the place of the preview is kept while it loads, so that the lines below do not move', () => {
    expect(card()).toContain('height:66px')
  })

  it('the preview names the sketch and its artist', () => {
    const shown = card(sampleSketch({ title: 'Low tide', nickname: 'Vera' }))
    expect(shown).toContain('Low tide')
    expect(shown).toContain('Vera')
  })

  it('a mature sketch has no preview', () => {
    expect(card(sampleSketch({ mature: true }))).toBe('')
  })
})
