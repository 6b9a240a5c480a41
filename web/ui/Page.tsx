import type { ReactNode } from 'react'
import { PRODUCT_NAME } from '../../contract/product.ts'
import { classes } from './classes.ts'
import { type Gap, gapClass } from './layout.tsx'
import styles from './Page.module.css'

type PageProps = {
  /** Document title, followed by the product's name; null when the page sets it itself. */
  title?: string | null
  gap?: Gap
  /** Maximum width in pixels, for forms and text; without it the page fills the window. */
  width?: 560 | 768 | 960 | 1080
  /** Fills the window below the header without margins; the page's parts scroll. */
  fill?: boolean
  className?: string
  children: ReactNode
}

/** Frame of a page: document title, margins and spacing. */
export function Page({ title, gap, width, fill, className, children }: PageProps) {
  const pageClass = classes(
    fill ? styles.fill : styles.page,
    gap !== undefined && classes(styles.grid, gapClass(gap)),
    width && classes(styles.narrow, styles[`width${width}`]),
    className,
  )
  return (
    <div className={pageClass}>
      {title !== null && <title>{title ? `${title} – ${PRODUCT_NAME}` : PRODUCT_NAME}</title>}
      {children}
    </div>
  )
}

/** Page heading with actions at the right, which wrap below it on narrow windows. */
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

/** Bar that sticks to the lower edge of the window: state at the left, actions at the right. */
export function PageFoot({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={classes(styles.foot, className)}>{children}</div>
}

/** Content with a side column of 268 px; below 1024 px the column follows the content. */
export function WithSideColumn({ side, children }: { side?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.withSide}>
      <div>{children}</div>
      {side}
    </div>
  )
}
