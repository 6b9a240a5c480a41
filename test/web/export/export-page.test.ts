import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { ExportReply } from '../../../contract/http/export.ts'
import { ExportPage } from '../../../web/features/export/ExportPage.tsx'
import { renderMarkup } from '../../support/web/render.ts'
import { sampleUser } from '../../support/web/samples.ts'

const user = sampleUser({ nickname: 'Mira' })
const render = (reply: Partial<ExportReply>) =>
  renderMarkup(createElement(ExportPage), {
    at: '/export',
    user,
    replies: [[['export'], { state: 'none', percent: 0, until: null, parts: [], ...reply }]],
  })

describe('the page of an export', () => {
  it('the page says what an export contains and offers to make it', () => {
    const markup = render({})
    expect(markup).toContain('What’s in it')
    expect(markup).toContain('Make my export')
  })

  it('the page shows the progress of an export', () => {
    const markup = render({ state: 'making', percent: 42 })
    expect(markup).toContain('Making your export, 42%')
    expect(markup).not.toContain('Make my export')
  })

  it('the page lists the parts with their sizes, and until when they can be downloaded', () => {
    const part = { bytes: 1_900_000_000, files: 800 }
    const parts = [1, 2].map((number) => ({ ...part, url: `/api/v2/user/export/7/${number}` }))
    const markup = render({ state: 'ready', percent: 100, until: '20261124120000', parts })
    expect(markup).toContain('href="/api/v2/user/export/7/2"')
    expect(markup).toContain('Download part 2 of 2')
    expect(markup).toContain('1.8 GB, 800 files')
    expect(markup).toContain('Until 24 November 2026')
  })

  it('the page says that an export failed, and offers another', () => {
    const markup = render({ state: 'failed' })
    expect(markup).toContain('Your export didn’t work out.')
    expect(markup).toContain('Make my export')
  })

  it('the page of an export asks visitors to log in', () => {
    expect(renderMarkup(createElement(ExportPage), { at: '/export' })).not.toContain('Make my export')
  })
})
