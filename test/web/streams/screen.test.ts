import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Screen } from '../../../web/features/streams/watch/screen.ts'

const drawn: unknown[] = []
const canvas = { width: 0, height: 0, getContext: () => ({ drawImage: (picture: unknown) => drawn.push(picture) }) }

const pictureOf = () => ({ width: 4, height: 3, close: vi.fn() })
const screenOf = () => new Screen(canvas as unknown as HTMLCanvasElement)

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  drawn.length = 0
})

describe('the screen of a stream', () => {
  it('a picture is drawn when it is due, and closed', () => {
    const picture = pictureOf()
    screenOf().show(picture, 40)
    vi.advanceTimersByTime(39)
    expect(drawn).toEqual([])
    vi.advanceTimersByTime(1)
    expect(drawn).toEqual([picture])
    expect(picture.close).toHaveBeenCalledOnce()
  })

  it('at most eight pictures wait, and the oldest others are closed without being drawn', () => {
    const screen = screenOf()
    const pictures = Array.from({ length: 20 }, pictureOf)
    for (const picture of pictures) screen.show(picture, 1000)
    vi.advanceTimersByTime(1000)
    expect(drawn).toEqual(pictures.slice(-8))
    for (const picture of pictures) expect(picture.close).toHaveBeenCalledOnce()
  })
})
