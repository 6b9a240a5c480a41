import { createElement } from 'react'
import { expect, it } from 'vitest'
import { SearchPage } from '../../../web/features/search/SearchPage.tsx'
import { renderMarkup } from '../../support/web/render.ts'
import { unescaped } from '../../support/markup.ts'

it('the search keeps its words when the tab changes', () => {
  const addresses = ['artists', 'sketches', 'magic'].map((tab) => `/search?tab=${tab}&query=mira`)
  for (const at of addresses.slice(0, 2)) {
    const markup = unescaped(renderMarkup(createElement(SearchPage), { at }))
    for (const other of addresses) expect(markup).toContain(`href="${other}"`)
    expect(markup).toContain('value="mira"')
  }
})
