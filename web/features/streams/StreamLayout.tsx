import type { ReactNode, RefObject } from 'react'
import { classes } from '../../ui/classes.ts'
import styles from './StreamLayout.module.css'

type StreamLayoutProps = {
  /** What is looked at, and the bar under it. */
  view: ReactNode
  bar?: ReactNode
  /** BroadcastEnded the whole width above the bar. */
  above?: ReactNode
  /** What is said of the connection, above the bar. */
  status?: ReactNode
  info: ReactNode
  /** What is said beside it. */
  chat?: ReactNode
  stage?: RefObject<HTMLElement | null>
  label: string
}

/** A stream's page: a stage that is near black in every theme, what is said of it below, and the chat beside it. */
export function StreamLayout({ view, bar, above, status, info, chat, stage, label }: StreamLayoutProps) {
  return (
    <div className={classes(styles.page, Boolean(chat) && styles.beside)}>
      <section ref={stage} className={styles.stage} data-theme="dark" aria-label={label}>
        {view}
        <div>
          <div role="status" className={styles.strip}>
            {status}
          </div>
          {above}
          {bar && <div className={styles.bar}>{bar}</div>}
        </div>
      </section>
      <div className={styles.info}>{info}</div>
      {chat && (
        <aside className={styles.side} aria-label="Chat">
          <h2 className={styles.sideTitle}>Chat</h2>
          {chat}
        </aside>
      )}
    </div>
  )
}
