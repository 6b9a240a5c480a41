import { createElement } from 'react'
import { expect, it } from 'vitest'
import { SearchPage } from '../../../web/features/search/SearchPage.tsx'
import { unescaped } from '../../support/markup.ts'
import { renderMarkup } from '../../support/web/render.ts'

it('the search keeps its words when the tab changes', () => {
  const markup = unescaped(renderMarkup(createElement(SearchPage), { at: '/search?tab=artists&query=mira' }))
  for (const tab of ['artists', 'sketches', 'magic']) expect(markup).toContain(`href="/search?tab=${tab}&query=mira"`)
  expect(markup).toContain('value="mira"')
})
