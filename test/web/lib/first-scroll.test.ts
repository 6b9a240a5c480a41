import { describe, expect, it, vi } from 'vitest'

/** A page that has just been opened. */
async function openPage() {
  vi.resetModules()
  return import('../../../web/lib/first-scroll.ts')
}

describe('the scroll position of the first page', () => {
  it('a page scrolls by itself only after the router has set the position', async () => {
    const { afterScrollRestored, markScrollRestored } = await openPage()
    const scroll = vi.fn()
    afterScrollRestored(scroll)
    expect(scroll).not.toHaveBeenCalled()
    markScrollRestored()
    expect(scroll).toHaveBeenCalledOnce()
  })

  it('a later page scrolls at once', async () => {
    const { afterScrollRestored, markScrollRestored } = await openPage()
    markScrollRestored()
    const scroll = vi.fn()
    afterScrollRestored(scroll)
    expect(scroll).toHaveBeenCalledOnce()
  })

  it('a cancelled scroll does not happen', async () => {
    const { afterScrollRestored, markScrollRestored } = await openPage()
    const scroll = vi.fn()
    afterScrollRestored(scroll)()
    markScrollRestored()
    expect(scroll).not.toHaveBeenCalled()
  })

  it('a scroll that has sent no event yet is kept when the router resets the position', async () => {
    const { markScrollRestored, noteFirstScroll } = await openPage()
    const page = { scrollY: 300, scrollTo: vi.fn() }
    vi.stubGlobal('window', page)
    noteFirstScroll()
    page.scrollY = 0
    markScrollRestored()
    vi.unstubAllGlobals()
    expect(page.scrollTo).toHaveBeenCalledWith({ top: 300, behavior: 'instant' })
  })
})
