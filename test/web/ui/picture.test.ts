import { createElement } from 'react'
import { expect, it } from 'vitest'
import { recordScroll } from '../../../web/lib/scroll-speed.ts'
import { Picture } from '../../../web/ui/Picture.tsx'
import { renderMarkup, textOf } from '../../support/web/render.ts'

it('a picture that is passed by fast scrolling has its alt text before it is requested', () => {
  const now = performance.now()
  recordScroll(0, now - 16)
  recordScroll(10_000, now)
  const markup = renderMarkup(
    createElement(Picture, { src: '/image/1', alt: 'A boat', thumbhash: '', width: 100, height: 100 }),
  )
  expect(markup).not.toContain('<img')
  expect(textOf(markup)).toBe('A boat')
})
