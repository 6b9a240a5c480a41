import styles from './ShareBar.module.css'

/** Decorative bar beside a number: its share of the greatest one. */
export function ShareBar({ value, max }: { value: number; max: number }) {
  const share = max > 0 ? (100 * value) / max : 0
  return (
    <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 2H100" stroke="var(--sunk)" strokeWidth="4" />
      {share > 0 && <path d={`M0 2H${share.toFixed(2)}`} stroke="var(--ink)" strokeWidth="4" />}
    </svg>
  )
}
