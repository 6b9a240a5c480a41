import styles from './WorkTitle.module.css'

/** Title of a sketch within a sentence or heading. */
export function WorkTitle({ children }: { children: string }) {
  return <cite className={styles.work}>{children}</cite>
}
