import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './ArtTag.module.css'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'

/** A word on a picture (place, video, mature, live); its container places it. */
export function ArtTag({ icon, children, className }: { icon?: LucideIcon; children: ReactNode; className?: string }) {
  return (
    <span className={classes(styles.tag, className)}>
      {icon && <Icon of={icon} size={16} />}
      {children}
    </span>
  )
}
