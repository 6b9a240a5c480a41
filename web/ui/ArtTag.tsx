import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './ArtTag.module.css'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'

/** Label on a picture (place, video, mature, live), positioned by its container. */
export function ArtTag({ icon, children, className }: { icon?: LucideIcon; children: ReactNode; className?: string }) {
  return (
    <span className={classes(styles.tag, className)}>
      {icon && <Icon of={icon} size={16} />}
      {children}
    </span>
  )
}
