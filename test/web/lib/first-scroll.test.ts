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
})
