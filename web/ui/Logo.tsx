import styles from './Logo.module.css'

/** Logo mark and word; without the word its link needs a name. */
export function Logo({ size = 32, wordless }: { size?: number; wordless?: boolean }) {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 32 32" width={size} height={size} fill="none" strokeLinecap="round" aria-hidden="true">
        <g stroke="var(--accent)" strokeWidth="1.3">
          <path d="M2.5 16.6C10 14.8 21 14.6 29.5 15.8" />
          <path d="M15.2 2.5c1.6 8 1.6 18-.4 27" />
        </g>
        <path
          d="M21.6 7.2C17.4 3.4 9.4 4.6 6.6 11.2 3.6 18.6 7.6 26.4 15 26.6c7 .2 11.2-6 10.4-12.2C24.8 9.4 20.6 5.8 14.6 6.6M18.4 19.6c3 2.2 5.6 5 8.6 8.6"
          stroke="var(--ink)"
          strokeWidth="2.1"
        />
      </svg>
      {!wordless && <span>Croquis</span>}
    </span>
  )
}
