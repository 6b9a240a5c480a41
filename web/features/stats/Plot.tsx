import { numberText } from '../../lib/format.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PERIOD_TEXTS } from './grains.ts'
import styles from './Plot.module.css'
import type { PlotAreaProps } from './PlotArea.tsx'

const PlotArea = lazyComponent(
  () => import('./PlotArea.tsx'),
  'PlotArea',
  <Skeleton height="100%" />,
  'This line couldn’t be loaded. The table shows the same numbers.',
)

type PlotProps = PlotAreaProps & {
  label: string
  /** The place whose number is shown. */
  place: number
}

/** A line of one measure, with the number at the pointer. The table has the numbers for screen readers. */
export function Plot({ label, place, ...area }: PlotProps) {
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        {label} <span className={styles.value}>{numberText(area.values[place] ?? 0)}</span>
      </figcaption>
      <div role="img" aria-label={summaryOf(label, area)} style={{ height: area.height }}>
        <PlotArea {...area} />
      </div>
    </figure>
  )
}

/** "Views: between 0 and 607, most on 5 Jun 2026." */
function summaryOf(label: string, { grain, starts, values }: PlotAreaProps): string {
  const most = Math.max(...values)
  const text = `${label}: between ${numberText(Math.min(...values))} and ${numberText(most)}`
  const start = starts[values.indexOf(most)]
  return most === 0 || start === undefined ? `${text}.` : `${text}, most on ${PERIOD_TEXTS[grain](start)}.`
}
