import { type RefObject, useEffect, useRef } from 'react'
import { BOARD, BOARD_SLICE_WIDTH, BOARD_SLIDE_MS } from '../../../../contract/limits.ts'
import { boardRefusalMessage } from '../../../lib/messages/whiteboard.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import type { BoardSession } from '../session/board-session.ts'
import type { BoardTransform } from './board-view.ts'

type Canvases = {
  board: RefObject<HTMLCanvasElement | null>
  /** The board in larger pixels, while it is shown (BoardStage.tsx). */
  enlarged: RefObject<HTMLCanvasElement | null>
  slice: RefObject<HTMLCanvasElement | null>
  film: RefObject<HTMLElement | null>
}

export const transformOf = ({ x, y, angle, scale }: BoardTransform) =>
  `translate(${x}px, ${y}px) rotate(${angle}rad) scale(${scale})`

/**
 * Paints changes in the next frame and animates scrolls, unless the member prefers reduced motion. Returns the
 * remaining distance of the animation (`animShiftX`) in pixels of the board.
 */
export function usePainting(session: BoardSession, { board, enlarged, slice, film }: Canvases): () => number {
  const slide = useRef<{ by: number; film: Animation | undefined } | null>(null)
  useEffect(() => {
    const context = board.current?.getContext('2d', { willReadFrequently: false })
    if (!context) return
    let frame = 0
    const paint = () => {
      frame = 0
      const rows = session.layer.takeChanged()
      if (!rows) return
      const pixels = imageDataOf(session.layer.pixels, BOARD.width)
      context.putImageData(pixels, 0, 0, 0, rows.from, BOARD.width, rows.to - rows.from)
      enlargeRows(context.canvas, enlarged.current, rows)
    }
    const onPixels = () => {
      frame ||= requestAnimationFrame(paint)
    }
    const onSlide = (by: number, left: Int32Array | null) => {
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
      paintSlice(slice.current?.getContext('2d'), left)
      const from = [{ transform: `translateX(${by}px)` }, { transform: 'none' }]
      slide.current?.film?.cancel()
      slide.current = {
        by,
        film: film.current?.animate(from, { duration: (BOARD_SLIDE_MS * by) / BOARD_SLICE_WIDTH }),
      }
    }
    paintAll(context, session)
    enlargeRows(context.canvas, enlarged.current)
    const unwatch = session.watch({
      ...{ onPixels, onSlide, onRefused: (code) => void toastFailure(boardRefusalMessage(code)) },
    })
    return () => {
      unwatch()
      cancelAnimationFrame(frame)
    }
  }, [session, board, enlarged, slice, film])
  return () => {
    const { by = 0, film } = slide.current ?? {}
    const progress = film?.effect?.getComputedTiming().progress
    return typeof progress === 'number' ? by * (1 - progress) : 0
  }
}

/** Copies rows of the board into a larger canvas; a pixel becomes a square. */
export function enlargeRows(
  board: HTMLCanvasElement | null,
  enlarged: HTMLCanvasElement | null,
  { from, to } = { from: 0, to: BOARD.height },
): void {
  const context = enlarged?.getContext('2d')
  if (!board || !enlarged || !context) return
  const by = enlarged.width / BOARD.width
  context.imageSmoothingEnabled = false
  context.drawImage(board, 0, from, BOARD.width, to - from, 0, from * by, BOARD.width * by, (to - from) * by)
}

function paintAll(context: CanvasRenderingContext2D, { layer }: BoardSession): void {
  layer.takeChanged()
  context.putImageData(imageDataOf(layer.pixels, BOARD.width), 0, 0)
}

function paintSlice(context: CanvasRenderingContext2D | null | undefined, slice: Int32Array | null): void {
  context?.clearRect(0, 0, BOARD_SLICE_WIDTH, BOARD.height)
  if (slice) context?.putImageData(imageDataOf(slice, BOARD_SLICE_WIDTH), 0, 0)
}

/** Wraps pixels for a canvas without copying. */
export function imageDataOf(pixels: Int32Array, width: number): ImageData {
  const bytes = new Uint8ClampedArray(pixels.buffer as ArrayBuffer, pixels.byteOffset, pixels.byteLength)
  return new ImageData(bytes, width)
}
