import type { CSSProperties, ReactNode } from 'react'
import { PRODUCT_NAME } from '../../contract/product.ts'
import { classes } from './classes.ts'
import { type Gap, gapClass } from './layout.tsx'
import styles from './Page.module.css'

type PageProps = {
  /**
   * The document's title, to which the product's name is added; the name alone without one. Null where the page sets
   * its document title itself.
   */
  title?: string | null
  /** The space between the page's parts; without it they bring their own. */
  gap?: Gap
  /** The greatest width in pixels, for forms and text; otherwise the page fills the window. */
  width?: 560 | 768 | 960 | 1080
  /** Fills the window below the header, without margins; its parts scroll. */
  fill?: boolean
  className?: string
  children: ReactNode
}

/** The frame of a page: its document title, its margins and the space between its parts. */
export function Page({ title, gap, width, fill, className, children }: PageProps) {
  const look = classes(
    fill ? styles.fill : styles.page,
    gap !== undefined && classes(styles.grid, gapClass(gap)),
    width && styles.narrow,
    className,
  )
  return (
    <div className={look} style={width ? ({ '--page-width': `${width}px` } as CSSProperties) : undefined}>
      {title !== null && <title>{title ? `${title} – ${PRODUCT_NAME}` : PRODUCT_NAME}</title>}
      {children}
    </div>
  )
}

/** The page's heading with its actions at the right; they wrap below it on narrow windows. */
export function PageHead({
  title,
  className,
  children,
}: {
  title: ReactNode
  className?: string
  children?: ReactNode
}) {
  return (
    <header className={classes(styles.head, className)}>
      <h1>{title}</h1>
      {children}
    </header>
  )
}

/** A bar that sticks to the lower edge of the window: what the state is, and at the right the actions. */
export function PageFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}

/** Content with a column of 268 px beside it; below 1024 px the column follows the content. */
export function WithSideColumn({ side, children }: { side?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.withSide}>
      <div>{children}</div>
      {side}
    </div>
  )
}
