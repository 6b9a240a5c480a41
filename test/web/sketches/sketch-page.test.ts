import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { SketchFacts } from '../../../web/features/sketches/SketchFacts.tsx'
import { SketchHead } from '../../../web/features/sketches/SketchHead.tsx'
import { StaffPanel } from '../../../web/features/sketches/StaffPanel.tsx'
import { Statistics } from '../../../web/features/sketches/Statistics.tsx'
import { renderMarkup } from '../../support/web/render.ts'
import { sampleShownSketch } from '../../support/web/samples.ts'

it('only members who may edit a sketch find the link to its edit page [1 §6]', () => {
  const headOf = (sketch: ShownSketch) => renderMarkup(createElement(SketchHead, { item: sketch, sketch }))
  expect(headOf(sampleShownSketch({ userCanEdit: true }))).toContain('href="/sketch/7/edit"')
  expect(headOf(sampleShownSketch({ userCanEdit: false }))).not.toContain('href="/sketch/7/edit"')
})

it('the member who featured a sketch is linked', () => {
  const sketch = sampleShownSketch({ featuredBy: 8, featuredByName: 'Noor', featuredDate: '20260614000000' })
  const markup = renderMarkup(createElement(SketchFacts, { sketch }))
  expect(markup).toMatch(/by <a[^>]* href="\/user\/8"[^>]*>Noor<\/a>, 14 June 2026/)
})

it('the members who gave a sketch a heart are linked', () => {
  const person = { userId: 8, nickname: 'Noor', avatar: null, date: '20260614000000' }
  const info = { contentType: 'image/png', bytes: 1, colours: [], versions: 0, videoBytes: null, fileBytes: null }
  const markup = renderMarkup(createElement(Statistics, { sketch: sampleShownSketch({ hearts: 1 }) }), {
    replies: [
      [['sketch', 7, 'info'], info],
      [['sketch', 7, 'hearts'], { pages: [{ items: [person], cursor: '', done: true }], pageParams: [''] }],
    ],
  })
  expect(markup).toMatch(/<a[^>]* href="\/user\/8"[^>]*>Noor<\/a>/)
})

it('the link View PNG shows the picture instead of downloading it [1 §6]', () => {
  const sketch = sampleShownSketch({ imagePng: '/sketch/7.png' })
  expect(renderMarkup(createElement(StaffPanel, { sketch, isOwn: false }))).toContain('href="/sketch/7.png?view"')
})

const panelOf = (sketch: ShownSketch, isOwn: boolean) => renderMarkup(createElement(StaffPanel, { sketch, isOwn }))

it('staff mark sketches of others as mature or made with AI, and take the marks away', () => {
  const marked = sampleShownSketch({ mature: true, madeWithAi: true, marksByStaff: ['mature', 'madeWithAi'] })
  for (const [sketch, labels] of [
    [sampleShownSketch({}), ['Mark as mature', 'Mark as made with AI']],
    [marked, ['Remove the mature mark', 'Remove the AI mark']],
  ] as const)
    for (const label of labels) {
      expect(panelOf(sketch, false)).toContain(label)
      expect(panelOf(sketch, true)).not.toContain(label)
    }
})

it('staff take away only the marks that staff set', () => {
  const markup = panelOf(sampleShownSketch({ mature: true, madeWithAi: true, marksByStaff: ['mature'] }), false)
  expect(markup).toContain('Remove the mature mark')
  expect(markup).not.toContain('Remove the AI mark')
})
