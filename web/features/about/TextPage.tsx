import type { ReactNode } from 'react'
import { Page } from '../../ui/Page.tsx'
import styles from './TextPage.module.css'

/** Page of plain text about the site. */
export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} gap={12} width={768}>
      <h1>{title}</h1>
      <div className={styles.text}>{children}</div>
    </Page>
  )
}
