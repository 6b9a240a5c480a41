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
  it('says what is in it and offers to make it', () => {
    const markup = render({})
    expect(markup).toContain('What’s in it')
    expect(markup).toContain('Make my export')
  })

  it('shows how much is made', () => {
    const markup = render({ state: 'making', percent: 42 })
    expect(markup).toContain('Making your export, 42%')
    expect(markup).not.toContain('Make my export')
  })

  it('lists the parts with their sizes, and until when', () => {
    const part = { bytes: 1_900_000_000, files: 800 }
    const parts = [1, 2].map((number) => ({ ...part, url: `/api/v2/user/export/7/${number}` }))
    const markup = render({ state: 'ready', percent: 100, until: '20261124120000', parts })
    expect(markup).toContain('href="/api/v2/user/export/7/2"')
    expect(markup).toContain('Download part 2 of 2')
    expect(markup).toContain('1.8 GB, 800 files')
    expect(markup).toContain('Until 24 November 2026')
  })

  it('says that an export failed, and offers another', () => {
    const markup = render({ state: 'failed' })
    expect(markup).toContain('Your export didn’t work out.')
    expect(markup).toContain('Make my export')
  })

  it('asks visitors to log in', () => {
    expect(renderMarkup(createElement(ExportPage), { at: '/export' })).not.toContain('Make my export')
  })
})
