import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Screen } from '../../../web/features/streams/watch/screen.ts'

const FRAME_MS = 16

const drawn: unknown[] = []
const canvas = { width: 0, height: 0, getContext: () => ({ drawImage: (picture: unknown) => drawn.push(picture) }) }
const page = { visibilityState: 'visible' }

const pictureOf = () => ({ width: 4, height: 3, close: vi.fn() })
const screenOf = () => new Screen(canvas as unknown as HTMLCanvasElement)

beforeEach(() => {
  vi.useFakeTimers()
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) =>
    setTimeout(() => page.visibilityState === 'visible' && draw(), FRAME_MS),
  )
  vi.stubGlobal('cancelAnimationFrame', (frame: ReturnType<typeof setTimeout>) => clearTimeout(frame))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  drawn.length = 0
})

describe('the screen of a stream', () => {
  it('a picture is drawn in the animation frame after it is due, and closed', () => {
    const picture = pictureOf()
    screenOf().show(picture, 40)
    vi.advanceTimersByTime(40 + FRAME_MS - 1)
    expect(drawn).toEqual([])
    vi.advanceTimersByTime(1)
    expect(drawn).toEqual([picture])
    expect(picture.close).toHaveBeenCalledOnce()
  })

  it('an animation frame draws the latest of its pictures, and the others are closed', () => {
    const screen = screenOf()
    const pictures = Array.from({ length: 20 }, pictureOf)
    for (const picture of pictures) screen.show(picture)
    vi.advanceTimersByTime(FRAME_MS)
    expect(drawn).toEqual(pictures.slice(-1))
    for (const picture of pictures) expect(picture.close).toHaveBeenCalledOnce()
  })

  it('pictures that are due at different times are all drawn', () => {
    const screen = screenOf()
    const pictures = Array.from({ length: 8 }, pictureOf)
    for (const [index, picture] of pictures.entries()) screen.show(picture, index * 50)
    vi.advanceTimersByTime(500)
    expect(drawn).toEqual(pictures)
  })

  it('a hidden page draws at most 60 pictures a second, for a picture in a window of its own', () => {
    page.visibilityState = 'hidden'
    const screen = screenOf()
    const pictures = Array.from({ length: 400 }, pictureOf)
    for (const picture of pictures) {
      screen.show(picture)
      vi.advanceTimersByTime(2.5)
    }
    expect(drawn.length).toBeGreaterThan(20)
    expect(drawn.length).toBeLessThanOrEqual(60)
    const open = pictures.filter(({ close }) => close.mock.calls.length === 0)
    expect(open.length).toBeLessThanOrEqual(1)
  })

  it('at most eight pictures wait, and the oldest others are closed without being drawn', () => {
    const screen = screenOf()
    const pictures = Array.from({ length: 20 }, pictureOf)
    for (const [index, picture] of pictures.entries()) screen.show(picture, 1000 + index * 50)
    vi.advanceTimersByTime(2500)
    expect(drawn).toEqual(pictures.slice(-8))
    for (const picture of pictures) expect(picture.close).toHaveBeenCalledOnce()
  })

  it('a cleared screen draws no more pictures', () => {
    const screen = screenOf()
    const pictures = [pictureOf(), pictureOf()] as const
    screen.show(pictures[0])
    screen.show(pictures[1], 40)
    screen.clear()
    vi.advanceTimersByTime(1000)
    expect(drawn).toEqual([])
    for (const picture of pictures) expect(picture.close).toHaveBeenCalledOnce()
  })
})
