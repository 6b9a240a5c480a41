import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import styles from './Expandable.module.css'
import { Icon } from './Icon.tsx'

type ExpandableProps = {
  title: ReactNode
  /** Secondary text at the right of the header. */
  detail?: ReactNode
  /** A function is called only while the section is open. */
  children: ReactNode | (() => ReactNode)
  startsOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  level?: 2 | 3 | 4
}

/** Collapsible section; its content is mounted only while it is open. */
export function Expandable({ title, detail, children, startsOpen = false, onToggle, level = 3 }: ExpandableProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const id = useId()
  const Heading = `h${level}` as const
  const toggle = () => {
    setOpen(!isOpen)
    onToggle?.(!isOpen)
  }
  return (
    <div className={styles.expandable}>
      <Heading className={styles.title}>
        <button
          type="button"
          className={styles.header}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={toggle}
        >
          <Icon of={isOpen ? ChevronDown : ChevronRight} />
          {title}
          {detail && <span className={styles.detail}>{detail}</span>}
        </button>
      </Heading>
      {isOpen && (
        <div id={id} className={styles.body}>
          {typeof children === 'function' ? children() : children}
        </div>
      )}
    </div>
  )
}
