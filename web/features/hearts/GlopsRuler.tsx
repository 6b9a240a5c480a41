import { GLOPS_FOR_FEATURE, GLOPS_FOR_HEART, GLOPS_FOR_RULES, GLOPS_PER_HEART } from '../../../contract/limits.ts'
import styles from './GlopsRuler.module.css'

const ROWS = [
  { glops: GLOPS_FOR_FEATURE, name: 'features', each: `${GLOPS_FOR_FEATURE} glops each`, height: 64, width: 2.2 },
  { glops: GLOPS_FOR_HEART, name: 'hearts', each: `${GLOPS_FOR_HEART} glops each`, height: 34, width: 1.8 },
  { glops: GLOPS_FOR_RULES, name: 'likes', each: `${GLOPS_FOR_RULES} glop each`, height: 22, width: 1.2 },
]

const SCALE = [0, 1, 2, 3].map((part) => (part * GLOPS_PER_HEART) / 3)

/** Ruler from 0 to the next heart, marked with the features, hearts and likes that are needed for it. */
export function GlopsRuler() {
  return (
    <figure className={styles.figure}>
      <div className={styles.ruler}>
        {ROWS.map(({ glops, name, each, height, width }) => (
          <div key={name} className={styles.row}>
            <p className={styles.name}>
              <b>{`${GLOPS_PER_HEART / glops} ${name}`}</b>
              <span>{each}</span>
            </p>
            <svg
              height={height}
              viewBox={`0 0 ${GLOPS_PER_HEART} 100`}
              preserveAspectRatio="none"
              fill="none"
              strokeLinecap="round"
              aria-hidden="true"
              focusable="false"
            >
              <path
                d={`M-2 99.5H${GLOPS_PER_HEART + 3}`}
                stroke="var(--accent)"
                strokeWidth="1.2"
                opacity=".8"
                vectorEffect="non-scaling-stroke"
              />
              <path
                d={glops === GLOPS_FOR_RULES ? ticks() : arcs(glops)}
                stroke="var(--ink)"
                strokeWidth={width}
                vectorEffect="non-scaling-stroke"
              />
            </svg>
          </div>
        ))}
        <div className={styles.scale} aria-hidden="true">
          {SCALE.map((value) => (
            <span key={value} style={{ left: `${(value / GLOPS_PER_HEART) * 100}%` }}>
              {value}
            </span>
          ))}
        </div>
        <div className={styles.lines}>
          {SCALE.map((value) => (
            <i key={value} style={{ left: `${(value / GLOPS_PER_HEART) * 100}%` }} />
          ))}
        </div>
      </div>
      <figcaption>Three ways to the next heart. Most artists get there by a mix of all.</figcaption>
    </figure>
  )
}

/** Arcs of equal width, each drawn slightly differently, as by hand. */
function arcs(width: number): string {
  return Array.from({ length: GLOPS_PER_HEART / width }, (_, index) => {
    const start = index * width
    const sway = ((index * 7) % 5) - 2
    const top = [start + width * 0.23, sway * 1.8, start + width * 0.73, -sway * 1.8]
    return `M${start} 99C${top.join(' ')} ${start + width} ${99 + (index % 3) * 0.6}`
  }).join('')
}

/** A stroke for each glop, of uneven height. */
function ticks(): string {
  return Array.from({ length: GLOPS_PER_HEART }, (_, index) => `M${index + 0.5} 99V${46 + ((index * 8) % 18)}`).join('')
}
