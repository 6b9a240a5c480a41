import { beforeEach, describe, expect, it, vi } from 'vitest'
import { blankBoard } from '../../../contract/board/board.ts'
import { hashPixels } from '../../../contract/board/hash.ts'
import { type BoardCommand, SUBPIXELS } from '../../../contract/socket/draw-commands.ts'
import {
  type LogReader,
  TimeLapsePlayer,
  type TimeLapseState,
} from '../../../web/features/whiteboard/history/time-lapse-player.ts'
import { CallError } from '../../../web/lib/call.ts'
import { LoggedBoard } from '../../support/unit/board-log.ts'

const dot = (at: number): BoardCommand => ({
  ...{ do: 'dr', x: at * SUBPIXELS, y: at * SUBPIXELS, width: 8 * SUBPIXELS, height: 8 * SUBPIXELS },
})
const log = new LoggedBoard(
  Array.from({ length: 600 }, (_, index) => [dot(index % 500)]),
  [0, 500],
)
const reader: LogReader = {
  page: async (after) => log.page(after),
  picture: async (number) => log.pictures.get(number)?.pixels.slice() ?? null,
}

/** Simulates frames of 20 ms, each after all pending work. */
let frames = 0
beforeEach(() => {
  frames = 0
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => {
    setImmediate(() => draw(++frames * 20))
    return frames + 1
  })
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  return () => vi.unstubAllGlobals()
})

/** Waits until the state of the player matches. */
function until(player: TimeLapsePlayer, matches: (state: TimeLapseState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!matches(player.state())) return
      stop()
      resolve()
    }
    const stop = player.subscribe(check)
    check()
  })
}

describe('the player of the time-lapse [2 §2 Whiteboard]', () => {
  it('seeking shows the board at the chosen flush', async () => {
    const player = new TimeLapsePlayer(log.reply, reader)
    const hide = player.show(() => undefined)
    player.seek(590)
    await until(player, ({ isDrawn, number }) => isDrawn && number === 590)
    expect(hashPixels(player.pixels)).toBe(log.hashAt(590))
    hide()
  })

  it('seeking shows the artists at the chosen flush', async () => {
    const player = new TimeLapsePlayer(log.reply, reader)
    const hide = player.show(() => undefined)
    player.seek(590)
    await until(player, ({ cursors, artists }) => cursors.size === 1 && artists.get(1)?.nickname === 'Mira')
    hide()
  })

  it('seeking pauses playback', () => {
    const player = new TimeLapsePlayer(log.reply, reader)
    const hide = player.show(() => undefined)
    player.play()
    expect(player.state().isPlaying).toBe(true)
    player.seek(590)
    expect(player.state().isPlaying).toBe(false)
    hide()
  })

  describe('playback to the end', () => {
    async function playToEnd() {
      const player = new TimeLapsePlayer(log.reply, reader)
      const hide = player.show(() => undefined)
      player.seek(560)
      player.setSpeed('fast')
      player.play()
      await until(player, ({ isPlaying }) => !isPlaying)
      return { player, hide }
    }

    it('playback stops at the end', async () => {
      const { player, hide } = await playToEnd()
      expect([player.state().number, hashPixels(player.pixels)]).toEqual([600, log.hashAt(600)])
      hide()
    })

    it('playback starts again from the beginning after the end', async () => {
      const { player, hide } = await playToEnd()
      player.play()
      expect(player.state().number).toBe(0)
      hide()
    })
  })

  describe('data that failed to load', () => {
    /** Seeks while the site does not reply. */
    async function seekWhileDown() {
      let isDown = true
      const page: LogReader['page'] = (after, signal) =>
        isDown ? Promise.reject(new CallError(0, 'no_reply', null)) : reader.page(after, signal)
      const player = new TimeLapsePlayer(log.reply, { ...reader, page })
      const hide = player.show(() => undefined)
      player.seek(300)
      await until(player, ({ failed }) => failed === 'temporarily')
      const recover = () => {
        isDown = false
      }
      return { player, hide, recover }
    }

    it('the player waits for data that failed to load', async () => {
      const { player, hide } = await seekWhileDown()
      expect(player.state()).toMatchObject({ isDrawn: false, number: 300, loading: { blocks: 0, of: 2 } })
      hide()
    })

    it('the player continues after a retry', async () => {
      const { player, hide, recover } = await seekWhileDown()
      recover()
      player.retry()
      await until(player, ({ isDrawn }) => isDrawn)
      expect(hashPixels(player.pixels)).toBe(log.hashAt(300))
      hide()
    })
  })

  it('playback fails for good when the log was replaced', async () => {
    const page = () => Promise.reject(new CallError(404, 'not_found', null))
    const player = new TimeLapsePlayer(log.reply, { ...reader, page })
    const hide = player.show(() => undefined)
    player.seek(10)
    await until(player, ({ failed }) => failed === 'permanently')
    hide()
  })

  it('playback fails for good when the log has dropped its beginning', async () => {
    const page = async (after: number) => ({ ...log.page(after), flushes: [] })
    const player = new TimeLapsePlayer(log.reply, { ...reader, page })
    const hide = player.show(() => undefined)
    player.play()
    await until(player, ({ failed, isPlaying }) => failed === 'permanently' && !isPlaying)
    hide()
  })

  it('a missing snapshot is replaced by earlier data', async () => {
    const player = new TimeLapsePlayer(log.reply, { ...reader, picture: async () => null })
    const hide = player.show(() => undefined)
    player.seek(590)
    await until(player, ({ isDrawn, number }) => isDrawn && number === 590)
    expect(hashPixels(player.pixels)).toBe(log.hashAt(590))
    hide()
  })

  it('the player draws nothing before it is shown', () => {
    const player = new TimeLapsePlayer(log.reply, reader)
    player.seek(500)
    expect([frames, hashPixels(player.pixels)]).toEqual([0, hashPixels(blankBoard().pixels)])
  })

  it('the player draws nothing once it is hidden', async () => {
    const player = new TimeLapsePlayer(log.reply, reader)
    player.show(() => undefined)()
    player.seek(400)
    await new Promise(setImmediate)
    expect(player.state().isDrawn).toBe(false)
  })
})
