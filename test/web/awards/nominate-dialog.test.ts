import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { AwardCategory } from '../../../contract/http/awards.ts'
import { CategoryField } from '../../../web/features/awards/NominateDialog.tsx'
import { renderMarkup } from '../../support/web/render.ts'

const categories = [{ id: 3, title: 'Best in ink', kind: 'sketch' }] as AwardCategory[]
const fieldOf = (value: string | null) =>
  renderMarkup(createElement(CategoryField, { categories, value, onChange: () => {}, error: undefined }))

it('the native list of award categories has no initial choice [1 §5]', () => {
  expect(fieldOf(null)).toContain('<option value="" disabled="" selected="">Choose a category</option>')
  expect(fieldOf('3')).not.toContain('Choose a category')
})

it.each([
  ['artist', 'There is no category for artists this year.'],
  ['sketch', 'There is no category for sketches this year.'],
] as const)('the form says that a year has no category for a nominee: %s', (kind, text) => {
  const field = createElement(CategoryField, {
    categories: [],
    value: null,
    onChange: () => {},
    error: undefined,
    kind,
  })
  expect(renderMarkup(field)).toBe(`<p>${text}</p>`)
})
