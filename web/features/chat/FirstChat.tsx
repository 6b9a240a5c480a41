import styles from './ChatDock.module.css'
import { ChatLink } from './ChatTab.tsx'

/** The chat tab before the application starts. `start.ts` removes it for a member who switched the chat box off. */
export function FirstChat() {
  return (
    <aside className={styles.dock} aria-label="Chat" data-first-chat="">
      <ChatLink />
    </aside>
  )
}
