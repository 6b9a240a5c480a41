import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react'
import { BOARD, BOARD_SLICE_WIDTH } from '../../../../contract/limits.ts'
import { classes } from '../../../ui/classes.ts'
import { isFocusLost } from '../../../ui/focus.ts'
import { Hidden } from '../../../ui/Hidden.tsx'
import { useBlocked } from '../../users/blocked.ts'
import type { BoardState } from '../session/board-state.ts'
import { cursorsWithout } from '../session/cursors.ts'
import styles from './BoardStage.module.css'
import { CursorAvatars } from './CursorAvatars.tsx'
import { type DrawingOptions, useDrawing } from './useDrawing.ts'
import { enlargeRows, transformOf, usePainting } from './usePainting.ts'

type StageProps = Omit<DrawingOptions, 'slideOffset'> & { state: BoardState }

/** Pixels are shown as squares from this scale on. */
const PIXELS_SHOWN_FROM = 3
/**
 * Pixels of the enlarged canvas per pixel of the board. Browsers blur less when they reduce this canvas than when they
 * enlarge the board.
 */
const ENLARGED_BY = 2

export function BoardStage(props: StageProps) {
  const { session, state, stage, view, isPanning, isPointing, canDraw } = props
  const board = useRef<HTMLCanvasElement>(null)
  const enlarged = useRef<HTMLCanvasElement>(null)
  const slice = useRef<HTMLCanvasElement>(null)
  const film = useRef<HTMLDivElement>(null)
  const cursors = cursorsWithout(useBlocked(), state)
  const slideOffset = usePainting(session, { board, enlarged, slice, film })
  useDrawing({ ...props, slideOffset })
  const isEnlarged = view.scale * devicePixelRatio > 1 && view.scale < PIXELS_SHOWN_FROM
  useLayoutEffect(() => {
    if (isEnlarged) enlargeRows(board.current, enlarged.current)
  }, [isEnlarged])
  useEffect(() => {
    // The button that opened the board no longer exists.
    if (isFocusLost()) stage.current?.focus({ preventScroll: true })
  }, [stage])
  useEffect(() => {
    const preventZoom = (event: Event) => event.preventDefault()
    const element = stage.current
    // Safari zooms the page with these events.
    element?.addEventListener('gesturestart', preventZoom)
    return () => element?.removeEventListener('gesturestart', preventZoom)
  }, [stage])
  return (
    <section
      ref={stage}
      tabIndex={-1}
      className={classes(
        styles.stage,
        canDraw && styles.drawing,
        isPointing && styles.pointing,
        isPanning && styles.grabbable,
      )}
      aria-label="Board"
    >
      <div
        className={classes(styles.transformed, view.scale >= PIXELS_SHOWN_FROM && styles.pixelated)}
        style={{ transform: transformOf(view) } as CSSProperties}
      >
        <div ref={film} className={styles.sliding}>
          <canvas
            ref={board}
            className={styles.board}
            width={BOARD.width}
            height={BOARD.height}
            role="img"
            aria-label="Shared drawing"
            aria-describedby="board-now"
          />
          {isEnlarged && (
            <canvas
              ref={enlarged}
              className={styles.enlarged}
              width={BOARD.width * ENLARGED_BY}
              height={BOARD.height * ENLARGED_BY}
            />
          )}
          <canvas ref={slice} className={styles.slice} width={BOARD_SLICE_WIDTH} height={BOARD.height} />
        </div>
      </div>
      <CursorAvatars cursors={cursors} artists={state.artists} view={view} />
      <Hidden id="board-now">{describeBoard({ ...state, cursors })}</Hidden>
    </section>
  )
}

/** Describes for screen readers who is drawing. */
function describeBoard({ hasBoard, artists, cursors }: BoardState): string {
  if (!hasBoard) return 'Loading the board.'
  const drawing = [...cursors.keys()].flatMap((client) => artists.get(client)?.nickname ?? [])
  const who = drawing.length === 0 ? 'No one else is drawing right now' : `Drawing right now: ${drawing.join(', ')}`
  return `A board of ${BOARD.width} by ${BOARD.height} pixels that everyone draws on. ${who}.`
}
