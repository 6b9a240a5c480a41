import type { ReactNode, RefObject } from 'react'
import { classes } from '../../ui/classes.ts'
import { StatusStrip } from '../../ui/StatusStrip.tsx'
import styles from './StreamLayout.module.css'

type StreamLayoutProps = {
  view: ReactNode
  bar?: ReactNode
  /** Content over the whole width above the bar. */
  above?: ReactNode
  status?: ReactNode
  info: ReactNode
  chat?: ReactNode
  stage?: RefObject<HTMLElement | null>
  label: string
}

/** Layout of a stream's page: a dark stage in every theme, information below it, and chat beside it. */
export function StreamLayout({ view, bar, above, status, info, chat, stage, label }: StreamLayoutProps) {
  return (
    <div className={classes(styles.page, Boolean(chat) && styles.withChat)}>
      <section ref={stage} className={styles.stage} data-theme="dark" aria-label={label}>
        {view}
        <div>
          <StatusStrip>{status}</StatusStrip>
          {above}
          {bar && <div className={styles.bar}>{bar}</div>}
        </div>
      </section>
      <div className={styles.info}>{info}</div>
      {chat && (
        <aside className={styles.chat} aria-label="Chat of the stream">
          <h2 className={styles.chatTitle}>Chat</h2>
          {chat}
        </aside>
      )}
    </div>
  )
}
