import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { numberText } from '../../lib/format.ts'
import { useTheme } from '../../lib/theme.ts'
import { axisTop } from './axis.ts'
import { AXIS_TEXTS, type Grain } from './grains.ts'
import styles from './Plot.module.css'

export type PlotAreaProps = {
  grain: Grain
  /** Starts of the periods, in milliseconds since 1970. */
  starts: readonly number[]
  values: readonly number[]
  height: number
  /** The last of several plots below each other, which has the times. */
  hasTimes: boolean
  /** Called with the place under the pointer, or null. */
  onPoint: (place: number | null) => void
}

/** Space of the labels beside and below the line. */
const AXIS_WIDTH = 44
const AXIS_HEIGHT = 28
/** Space above the line, for half a label. */
const TOP = 8
const LABEL_WIDTH = 84

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** A line drawn by uPlot in the colours of the theme. The pointer's place is common to all lines on the page. */
export function PlotArea({ grain, starts, values, height, hasTimes, onPoint }: PlotAreaProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot>(null)
  const theme = useTheme()
  useEffect(() => {
    if (!box.current) return
    const data: UPlot.AlignedData = [starts.map((start) => start / 1000), [...values]]
    const options = optionsFor({ grain, top: axisTop(values), hasTimes, onPoint })
    const added = new UPlot({ ...options, width: box.current.clientWidth, height }, data, box.current)
    plot.current = added
    added.over.addEventListener('pointermove', followFinger)
    const observer = new ResizeObserver(([entry]) => added.setSize({ width: entry?.contentRect.width ?? 0, height }))
    observer.observe(box.current)
    return () => {
      observer.disconnect()
      added.destroy()
    }
  }, [grain, starts, values, height, hasTimes, onPoint])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours follow the theme
  useEffect(() => {
    // Only redraws the paths. A new plot would have no times, which it gets later.
    plot.current?.redraw(false)
  }, [theme])
  return <div ref={box} className={styles.area} />
}

/** uPlot listens to the mouse alone. */
function followFinger({ pointerType, currentTarget, clientX, clientY }: PointerEvent): void {
  if (pointerType === 'touch') currentTarget?.dispatchEvent(new MouseEvent('mousemove', { clientX, clientY }))
}

type OptionsFor = Pick<PlotAreaProps, 'grain' | 'hasTimes' | 'onPoint'> & { top: number }

function optionsFor({ grain, top, hasTimes, onPoint }: OptionsFor): Omit<UPlot.Options, 'width' | 'height'> {
  const font = `12px ${token('--font-text')}`
  const labels = { font, stroke: () => token('--ink-soft'), ticks: { show: false } }
  return {
    legend: { show: false },
    padding: [TOP, 0, hasTimes ? 0 : TOP, 0],
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: { y: { range: [0, top] } },
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      sync: { key: 'stats' },
      points: { size: 9, width: 2, fill: () => 'var(--accent)', stroke: () => 'var(--paper)' },
    },
    series: [
      {},
      {
        stroke: () => token('--ink'),
        width: 1.75,
        points: { size: 5, fill: () => token('--ink'), stroke: () => token('--ink') },
      },
    ],
    axes: [
      {
        ...labels,
        show: hasTimes,
        size: AXIS_HEIGHT,
        space: LABEL_WIDTH,
        grid: { show: false },
        values: (_, splits) => splits.map((seconds) => AXIS_TEXTS[grain](seconds * 1000)),
      },
      {
        ...labels,
        size: AXIS_WIDTH,
        gap: 8,
        grid: { stroke: () => token('--line'), width: 1 },
        splits: () => [0, top / 2, top],
        values: (_, splits) => splits.map(numberText),
      },
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? null)] },
  }
}
