import { MessageSquare } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { NavLink } from '../../ui/Link.tsx'
import { tooltipClass, tooltipProps } from '../../ui/tooltip.ts'
import styles from './ChatDock.module.css'
import { chatAddress, LOBBY } from './chat-address.ts'

const TAB = { className: classes(tooltipClass, styles.tab), ...tooltipProps('Chat') }

/** Button that opens the chat box. */
export function ChatTab({ children, ...button }: ComponentProps<'button'>) {
  return (
    <button {...button} {...TAB} type="button">
      <Face />
      {children}
    </button>
  )
}

/** Link to the chat page in the place of the button. */
export function ChatLink() {
  return (
    <NavLink {...TAB} to={chatAddress(LOBBY)}>
      <Face />
    </NavLink>
  )
}

function Face() {
  return (
    <>
      <Icon of={MessageSquare} />
      <span className={styles.label}>Chat</span>
    </>
  )
}
