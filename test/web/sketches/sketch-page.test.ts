import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { SketchHead } from '../../../web/features/sketches/SketchHead.tsx'
import { renderMarkup } from '../../support/web/render.ts'
import { sampleShownSketch } from '../../support/web/samples.ts'

it('only members who may edit a sketch find the link to its edit page [1 §6]', () => {
  const headOf = (sketch: ShownSketch) => renderMarkup(createElement(SketchHead, { item: sketch, sketch }))
  expect(headOf(sampleShownSketch({ userCanEdit: true }))).toContain('href="/sketch/7/edit"')
  expect(headOf(sampleShownSketch({ userCanEdit: false }))).not.toContain('href="/sketch/7/edit"')
})
