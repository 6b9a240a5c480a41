import { ChevronLeft, ChevronRight, EyeOff, Maximize } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Neighbours } from '../../../contract/http/neighbours.ts'
import type { SketchItem, SketchNotice } from '../../../contract/http/sketches.ts'
import { parseListName } from '../../../contract/list-name.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { shapeOf, stagePicture } from '../../../contract/stage-picture.ts'
import { loadAhead, softAddress } from '../../lib/loaded-pictures.ts'
import { sketchNotices } from '../../lib/messages/sketch.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { lazyComponent, preload } from '../../ui/lazy-component.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { useNeighbours } from './neighbours.ts'
import styles from './SketchStage.module.css'
import { usePreviousNext, useSwipe } from './usePreviousNext.ts'

const loadFullView = () => import('./FullView.tsx')
const preloadFullView = () => preload(loadFullView)
const FullView = lazyComponent(loadFullView, 'FullView')

type SketchStageProps = { sketch: SketchItem; notice: SketchNotice | null; list: string | null }

/**
 * Picture on a neutral background, fitted to the window and never enlarged, with links to its neighbours and the full
 * view.
 */
export function SketchStage({ sketch, notice, list }: SketchStageProps) {
  const neighbours = useNeighbours(sketch.id, list)
  const go = usePreviousNext(neighbours, list)
  const [isFull, setFull] = useState(false)
  const [isUncovered, setUncovered] = useState(false)
  const isCovered = notice === 'mature' && !isUncovered
  const frame = useRef<HTMLDivElement>(null)
  const swipe = useSwipe({
    onPrev: () => go(neighbours.prev),
    onNext: () => go(neighbours.next),
    onTap: () => !isCovered && setFull(true),
  })
  const full = !isCovered && (
    <IconButton
      icon={Maximize}
      aria-label="View full size"
      onPointerEnter={preloadFullView}
      onFocus={preloadFullView}
      onClick={() => setFull(true)}
    />
  )
  useShortcuts({ f: isCovered ? undefined : () => setFull(true) })
  const label = listLabel(list, sketch.nickname)
  return (
    <div className={styles.wrapper}>
      <div className={styles.stage} data-shape={shapeOf(sketch)}>
        {notice && !isCovered && <p className={styles.notice}>{sketchNotices[notice]}</p>}
        <div ref={frame} className={styles.frame} style={frameStyle(sketch)} {...swipe}>
          {isCovered ? (
            <MatureCover onShow={() => setUncovered(true)}>{sketchNotices.mature}</MatureCover>
          ) : (
            <StagePicture sketch={sketch} />
          )}
        </div>
        <NeighbourLinks neighbours={neighbours} list={list} className={styles.sideLink} />
        <div className={styles.full}>{full}</div>
      </div>
      <div className={styles.toolbar} data-listed={list !== null}>
        <NeighbourLinks neighbours={neighbours} list={list} className={styles.toolbarLink} />
        {full}
        {label && <span className={styles.list}>{label}</span>}
      </div>
      {isFull && (
        <FullView
          sketch={sketch}
          firstSrc={frame.current?.querySelector('img')?.currentSrc}
          onClose={() => setFull(false)}
        />
      )}
    </div>
  )
}

/** The picture, at first the file that a list has loaded. */
function StagePicture({ sketch }: { sketch: SketchItem }) {
  const [loaded, setLoaded] = useState(() => softAddress(sketch, Number.POSITIVE_INFINITY))
  useEffect(() => {
    if (!loaded) return
    const sharpen = () => setLoaded(undefined)
    loadAhead(stagePicture(sketch)).then(sharpen, sharpen)
  }, [sketch, loaded])
  return (
    <Picture
      {...(loaded ? { src: loaded } : stagePicture(sketch))}
      alt={sketch.alt}
      thumbhash={sketch.thumbhash}
      mat={sketch.mat}
      width={sketch.width}
      height={sketch.height}
      priority
    />
  )
}

function frameStyle({ width, height }: SketchItem): CSSProperties {
  const sides = { '--ratio': width / height, '--own-width': `${width}px` } as CSSProperties
  return { ...sides, aspectRatio: `${width} / ${height}` }
}

type NeighbourLinksProps = { neighbours: Neighbours; list: string | null; className: string | undefined }

function NeighbourLinks({ neighbours: { prev, next }, list, className }: NeighbourLinksProps) {
  const neighbourLink = (sketch: NonNullable<Neighbours['prev']>, side: 'Previous' | 'Next') => (
    <Link
      to={sketchAddress(sketch.id, list ?? undefined)}
      replace
      className={className}
      data-side={side}
      aria-label={`${side} sketch: ${sketch.title}`}
    >
      <Icon of={side === 'Previous' ? ChevronLeft : ChevronRight} size={24} />
    </Link>
  )
  return (
    <>
      {prev && neighbourLink(prev, 'Previous')}
      {next && neighbourLink(next, 'Next')}
    </>
  )
}

/** Cover of a mature picture, which loads only after a press. */
function MatureCover({ children, onShow }: { children: ReactNode; onShow: () => void }) {
  return (
    <div className={styles.cover}>
      <Icon of={EyeOff} size={24} />
      <h2>Mature</h2>
      <p>{children}</p>
      <Button onClick={onShow}>Show the sketch</Button>
    </div>
  )
}

/** Stage with a notice in place of the picture. */
export function HiddenStage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.stage}>
      <div className={styles.hidden}>
        <Icon of={EyeOff} size={24} />
        {children}
      </div>
    </div>
  )
}

const SITE_LABELS = {
  recent: 'Recent',
  featured: 'Featured',
  hearts: 'Hearts',
  friends: 'Following',
  recommended: 'Recommended',
  trending: 'Trending',
  tops: 'Top of all time',
  tops7: 'Top this week',
  tops30: 'Top this month',
} as const

/** Label of the list that a sketch was opened from; null for other lists. */
export function listLabel(name: string | null, artist: string): string | null {
  const list = name === null ? null : parseListName(name)
  if (!list) return null
  if (list.of === 'site') return `in ${SITE_LABELS[list.list]}`
  if (list.of === 'tag') return `in ${list.tag}`
  if (list.of === 'user') return `by ${artist}`
  if (list.of === 'challenge' || list.of === 'compo') return `in a ${list.of}`
  return list.of === 'album' ? 'in an album' : null
}
